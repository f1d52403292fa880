import type { EndpointInfo } from '@ridgeline/contracts';
import { currentTraceparent, expressPath, requestIdOf } from '@ridgeline/kit';
import express, { type RequestHandler, type Router } from 'express';
import { claimKey } from '../idempotency/claim-key.ts';
import type { IdempotencyKeyRegistry } from '../idempotency/idempotency-key-registry.ts';
import { requireSignedIn } from '../sessions/signed-in.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { IdentityTokens } from './identity-tokens.ts';
import { upstreamOf, type UpstreamName } from './routing-table.ts';
import { wholeBody, type Upstream } from './upstream.ts';

/** One service, reached over connections of its own for each kind of caller: visitors take none from signed-in people. */
export type UpstreamPair = Readonly<Record<'signedIn' | 'visitors', Upstream>>;

/** What proxied endpoints work with. */
export interface ProxyParts {
  readonly endpoints: readonly EndpointInfo[];
  readonly upstreams: Readonly<Record<UpstreamName, UpstreamPair>>;
  readonly tokens: IdentityTokens;
  readonly keys: IdempotencyKeyRegistry;
}

/** Before anything is read of what a visitor sends. */
const refuseVisitors: RequestHandler = (req, _res, next) => {
  requireSignedIn(req);
  next();
};

/**
 * The whole body, unpacked and not looked into, with the limit that services have too. A service's connections are few
 * and shared: none waits for a body that may never end.
 */
const readBody = express.raw({ type: () => true, limit: '100kb' });

function forwardTo(name: UpstreamName, endpoint: EndpointInfo, parts: ProxyParts): RequestHandler {
  const { tokens, keys } = parts;
  const { signedIn, visitors } = parts.upstreams[name];
  const upstream = endpoint.access === 'public' ? visitors : signedIn;
  return async (req, res, next) => {
    const token = endpoint.access === 'public' ? null : await tokens.of(requireSignedIn(req), name);
    await claimKey({ req, res }, endpoint, keys);
    const traceparent = currentTraceparent();
    const bodyLength = wholeBody(req)?.length;
    const trusted = { requestId: requestIdOf(req), clientAddress: req.ip, token, traceparent, bodyLength };
    req.headers = forwardedHeaders(req.headers, trusted);
    upstream.forward(req, res, next);
  };
}

/**
 * Binds every endpoint that a service answers. Only what the contract describes goes through: internal endpoints and
 * whatever else a service listens to cannot be reached from outside.
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
