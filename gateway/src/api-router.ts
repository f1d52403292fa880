import type { ApiClient } from '@ridgeline/contracts';
import { publicEndpoints } from '@ridgeline/contracts/openapi';
import { AppError, type Logger } from '@ridgeline/kit';
import { Router, type RequestHandler } from 'express';
import { refuseRevoked } from './access/revoked-access.ts';
import { refuseCrossSite } from './csrf/same-origin.ts';
import { bindDocs } from './docs/docs-routes.ts';
import { exemptSignedIn } from './door/anonymous-connections.ts';
import type { Downloads } from './downloads/downloads.ts';
import type { IdempotencyKeyRegistry } from './idempotency/idempotency-key-registry.ts';
import type { LiveHub } from './live/live-hub.ts';
import { bindLiveRoutes } from './live/live-routes.ts';
import type { IdentityTokens } from './proxy/identity-tokens.ts';
import { bindProxyRoutes, type Upstreams } from './proxy/proxy-routes.ts';
import { rejectUnsafePaths, type UpstreamName } from './proxy/routing-table.ts';
import type { CompanyShares } from './rates/company-shares.ts';
import { bindSaveOperationRoutes } from './save-operations/save-operation-routes.ts';
import type { SaveOperationStore } from './save-operations/save-operation-store.ts';
import { apiHeaders } from './security-headers.ts';
import type { HashingLimiters } from './session-routes/hashing-limiters.ts';
import type { KnownNetworks } from './session-routes/known-networks.ts';
import { relayErrors } from './session-routes/relayed-error.ts';
import { bindSessionRoutes } from './session-routes/session-routes.ts';
import type { CountSignIn } from './session-routes/session-parts.ts';
import type { Throttles } from './session-routes/throttles.ts';
import type { Sessions } from './sessions/sessions.ts';
import { requireSignedIn } from './sessions/signed-in.ts';

/** What the API is put together from. */
export interface ApiParts {
  readonly publicUrl: string;
  /** The contact for users whose access was revoked. */
  readonly supportContact: string;
  readonly sessions: Sessions;
  readonly auth: ApiClient;
  readonly throttles: Throttles;
  readonly hashingLimiters: HashingLimiters;
  readonly knownNetworks: KnownNetworks;
  readonly countSignIn: CountSignIn;
  readonly hub: LiveHub;
  readonly upstreams: Readonly<Record<UpstreamName, Upstreams>>;
  readonly downloads: Downloads;
  readonly shares: CompanyShares;
  readonly rate: RequestHandler;
  readonly tokens: IdentityTokens;
  readonly keys: IdempotencyKeyRegistry;
  readonly saves: SaveOperationStore;
  readonly logger: Logger;
}

/** Visitors are asked to sign in, and do not learn what exists. */
const answerUnknown: RequestHandler = (req) => {
  requireSignedIn(req);
  throw new AppError('request.not_found');
};

/** Everything under `/api`. Whatever is not named here or in the contract does not exist. */
export function createApiRouter(parts: ApiParts): Router {
  const { publicUrl, sessions, hub, downloads, rate, auth } = parts;
  const router = Router({ caseSensitive: true, strict: true });
  router.use(apiHeaders, rejectUnsafePaths, refuseCrossSite(publicUrl));
  bindDocs(router);
  router.use(sessions.reader, exemptSignedIn, rate, refuseRevoked(parts));
  // Before sessions are prolonged: an automatic reconnect of a stream is not user activity.
  bindLiveRoutes(router, hub);
  router.use(sessions.prolong);
  bindSessionRoutes(router, {
    ...parts,
    auth: relayErrors(auth),
    onSessionEnd: (sessionId) => {
      hub.endSession(sessionId);
      downloads.endSession(sessionId);
    },
  });
  bindSaveOperationRoutes(router, parts);
  bindProxyRoutes(router, { ...parts, endpoints: publicEndpoints });
  router.use(answerUnknown);
  return router;
}
