import type { EndpointInfo } from '@ridgeline/contracts';
import { currentTraceparent, expressPath, requestIdOf } from '@ridgeline/kit';
import { rawBody, wholeBody } from '@ridgeline/kit/service';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Downloads } from '../downloads/downloads.ts';
import { claimKey, type IdempotencyKeyRegistry } from '../idempotency/idempotency-key-registry.ts';
import type { CompanyShares } from '../rates/company-shares.ts';
import { requireSignedIn, type SignedIn } from '../sessions/signed-in.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { IdentityTokens } from './identity-tokens.ts';
import { upstreamOf, type UpstreamName } from './routing-table.ts';
import type { Upstream } from './upstream.ts';

/** One service, with separate connections for each kind of call: visitors and downloads take none from signed-in users. */
export type Upstreams = Readonly<Record<'signedIn' | 'visitors' | 'downloads', Upstream>>;

/** What proxied endpoints work with. */
export interface ProxyParts {
  readonly endpoints: readonly EndpointInfo[];
  readonly upstreams: Readonly<Record<UpstreamName, Upstreams>>;
  readonly downloads: Pick<Downloads, 'hold'>;
  readonly shares: CompanyShares;
  readonly tokens: IdentityTokens;
  readonly keys: IdempotencyKeyRegistry;
}

/** Refuses visitors before reading their body. */
const refuseVisitors: RequestHandler = (req, _res, next) => {
  requireSignedIn(req);
  next();
};

/**
 * Reads the whole body, decompressed but not parsed, with the same limit as the services. A service's connections are few
 * and shared, so none may wait for a body that never ends.
 */
const readBody = rawBody('100kb');

function forwardTo(name: UpstreamName, endpoint: EndpointInfo, parts: ProxyParts): RequestHandler {
  const { tokens, keys, downloads, shares } = parts;
  const { signedIn, visitors, downloads: forDownloads } = parts.upstreams[name];
  const prepare = async (req: Request, res: Response, who: SignedIn | null): Promise<void> => {
    const token = who && (await tokens.of(who, name));
    await claimKey({ req, res }, endpoint, keys);
    const traceparent = currentTraceparent();
    const bodyLength = wholeBody(req)?.length;
    const trusted = { requestId: requestIdOf(req), clientAddress: req.ip, token, traceparent, bodyLength };
    req.headers = forwardedHeaders(req.headers, trusted);
  };
  if (endpoint.access === 'public')
    return async (req, res, next) => {
      await prepare(req, res, null);
      visitors.forward(req, res, next);
    };
  const isDownload = endpoint.mediaType !== 'application/json';
  return async (req, res, next) => {
    const who = requireSignedIn(req);
    await prepare(req, res, who);
    if (isDownload) await downloads.hold(who, res, () => forDownloads.forward(req, res, next));
    else await shares.hold(name, who, res, () => signedIn.forward(req, res, next));
  };
}

/**
 * Binds every endpoint that a service answers. Only what the contract describes is forwarded: internal endpoints and
 * everything else that a service serves cannot be reached from outside.
 */
export function bindProxyRoutes(router: Router, parts: ProxyParts): void {
  for (const endpoint of parts.endpoints) {
    const upstream = upstreamOf(endpoint.path);
    if (upstream === null || endpoint.access === 'service' || endpoint.mediaType === 'text/event-stream')
      continue;
    const method = endpoint.method.toLowerCase() as Lowercase<EndpointInfo['method']>;
    const path = expressPath(endpoint.path);
    if (method !== 'get')
      router[method](path, ...(endpoint.access === 'public' ? [] : [refuseVisitors]), readBody);
    router[method](path, forwardTo(upstream, endpoint, parts));
  }
}
