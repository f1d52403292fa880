import type { ApiClient } from '@ridgeline/contracts';
import { openApiDocument, publicEndpoints } from '@ridgeline/contracts/openapi';
import { AppError, type Logger } from '@ridgeline/kit';
import { Router, type RequestHandler } from 'express';
import { refuseCrossSite } from './csrf/same-origin.ts';
import type { KeyClaims } from './idempotency/key-claims.ts';
import type { LiveHub } from './live/live-hub.ts';
import { bindLiveRoutes } from './live/live-routes.ts';
import { refuseOddPaths } from './proxy/api-path.ts';
import type { IdentityTokens } from './proxy/identity-tokens.ts';
import { bindProxyRoutes } from './proxy/proxy-routes.ts';
import type { UpstreamName } from './proxy/routing-table.ts';
import type { Upstream } from './proxy/upstream.ts';
import { apiHeaders } from './security-headers/security-headers.ts';
import type { AttemptThrottle } from './session-routes/attempt-throttle.ts';
import { bindSessionRoutes } from './session-routes/session-routes.ts';
import { requireSignedIn, type Sessions } from './sessions/sessions.ts';

/** What the API is put together from. */
export interface ApiParts {
  readonly publicUrl: string;
  readonly sessions: Sessions;
  readonly auth: ApiClient;
  readonly signIns: AttemptThrottle;
  readonly registrations: AttemptThrottle;
  readonly hub: LiveHub;
  readonly upstreams: Readonly<Record<UpstreamName, Upstream>>;
  readonly tokens: IdentityTokens;
  readonly keys: KeyClaims;
  readonly logger: Logger;
}

/** A visitor is told to sign in before he is told what exists. */
const answerUnknown: RequestHandler = (req) => {
  requireSignedIn(req);
  throw new AppError('request.not_found');
};

/** Everything under `/api`. Whatever is not named here or in the contract does not exist. */
export function createApiRouter(parts: ApiParts): Router {
  const { publicUrl, sessions, hub } = parts;
  const document = openApiDocument();
  const router = Router({ caseSensitive: true, strict: true });
  router.use(apiHeaders, refuseOddPaths, refuseCrossSite(publicUrl));
  router.get('/api/openapi.json', (_req, res) => void res.json(document));
  router.use(sessions.middleware);
  bindSessionRoutes(router, { ...parts, onSignOut: (sessionId) => hub.endSession(sessionId) });
  bindLiveRoutes(router, hub);
  bindProxyRoutes(router, { ...parts, endpoints: publicEndpoints });
  router.use(answerUnknown);
  return router;
}
