import type { EndpointInfo } from '@ridgeline/contracts';
import { currentTraceparent, expressPath, requestIdOf } from '@ridgeline/kit';
import type { RequestHandler, Router } from 'express';
import { claimKey } from '../idempotency/claim-key.ts';
import type { KeyClaims } from '../idempotency/key-claims.ts';
import { requireSignedIn } from '../sessions/signed-in.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { IdentityTokens } from './identity-tokens.ts';
import { upstreamOf, type UpstreamName } from './routing-table.ts';
import type { Upstream } from './upstream.ts';

/** What proxied endpoints work with. */
export interface ProxyParts {
  readonly endpoints: readonly EndpointInfo[];
  readonly upstreams: Readonly<Record<UpstreamName, Upstream>>;
  readonly tokens: IdentityTokens;
  readonly keys: KeyClaims;
}

function forwardTo(upstream: Upstream, endpoint: EndpointInfo, { tokens, keys }: ProxyParts): RequestHandler {
  return async (req, res, next) => {
    const token = endpoint.access === 'public' ? null : await tokens.of(requireSignedIn(req));
    await claimKey(req, endpoint, keys);
    const traceparent = currentTraceparent();
    const vouched = { requestId: requestIdOf(req), clientAddress: req.ip, token, traceparent };
    req.headers = forwardedHeaders(req.headers, vouched);
    upstream.forward(req, res, next);
  };
}

/**
 * Binds every endpoint that a service answers. Only what the contract describes goes through: internal endpoints and
 * whatever else a service listens to cannot be reached from outside.
 */
export function bindProxyRoutes(router: Router, parts: ProxyParts): void {
  const { endpoints, upstreams } = parts;
  for (const endpoint of endpoints) {
    const upstream = upstreamOf(endpoint.path);
    if (upstream === null || endpoint.access === 'service' || endpoint.mediaType === 'text/event-stream')
      continue;
    const method = endpoint.method.toLowerCase() as Lowercase<EndpointInfo['method']>;
    router[method](expressPath(endpoint.path), forwardTo(upstreams[upstream], endpoint, parts));
  }
}
