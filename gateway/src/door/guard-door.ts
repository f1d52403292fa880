import type { Server, ServerOptions } from 'node:http';
import type { ErrorCode } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { counter, type Registry } from '@ridgeline/kit/metrics';
import type { Request, RequestHandler } from 'express';
import { doorDefinitions } from '../metric-definitions.ts';
import type { GatewayConfig } from '../config.ts';
import { limitSockets } from './anonymous-connections.ts';

type Limits = Pick<
  GatewayConfig,
  | 'HEADER_SECONDS'
  | 'BODY_SECONDS'
  | 'STRANGER_CONNECTIONS_PER_ADDRESS'
  | 'CONNECTIONS_PER_USER'
  | 'CONNECTIONS_IN_ALL'
  | 'TRUST_PROXY'
>;

/** How the public server reads requests: both deadlines end a connection with 408. */
export function serverOptions({ HEADER_SECONDS, BODY_SECONDS }: Limits): ServerOptions {
  return {
    headersTimeout: HEADER_SECONDS * 1_000,
    requestTimeout: Math.max(HEADER_SECONDS, BODY_SECONDS) * 1_000,
    // Node checks for late requests only at this interval; its default of 30 seconds would more than double the deadlines.
    connectionsCheckingInterval: 1_000,
    // Joins repeated headers, so that all of their values are visible and not only the first.
    joinDuplicateHeaders: true,
  };
}

/**
 * Limits the connections of anonymous clients and of signed-in users, each to one half of this process' capacity. Behind
 * proxies, every connection comes from a proxy, so the proxies must limit each client.
 */
export function guardDoor(server: Server, limits: Limits, metrics: Registry): void {
  const refused = counter(metrics, doorDefinitions.gatewayConnectionsRefused);
  server.maxConnections = limits.CONNECTIONS_IN_ALL;
  server.on('drop', () => refused.inc());
  if (limits.TRUST_PROXY > 0) return;
  const inAll = Math.floor(limits.CONNECTIONS_IN_ALL / 2);
  limitSockets(server, {
    strangers: { inAll, each: limits.STRANGER_CONNECTIONS_PER_ADDRESS, eachWhenScarce: 50 },
    users: { inAll, each: limits.CONNECTIONS_PER_USER, eachWhenScarce: 12 },
    onRefused: () => refused.inc(),
  });
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function hasBody({ headers }: Request): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function problemOf(req: Request): ErrorCode | null {
  const { method, headers, httpVersionMinor } = req;
  if (reading.has(method)) {
    if (hasBody(req)) return 'request.body_unexpected';
  } else if (!writing.has(method)) return 'request.method_not_allowed';
  // The server joins repeated headers. With two Host headers, two proxies could each trust a different one (RFC 9112, 3.2).
  if (headers.host?.includes(',')) return 'request.invalid';
  // HTTP/1.0 has no chunked encoding: a proxy in front may have ended the body elsewhere (RFC 9112, 6.1).
  return httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined ? 'request.invalid' : null;
}

/**
 * Rejects requests that no call of the contract needs, before doing any work for them: bodies on calls that write nothing,
 * unused methods (TRACE among them), and requests that two HTTP parsers could read differently. The answer closes the
 * connection, because it is unclear where the next request would begin.
 */
export const rejectMalformedRequests: RequestHandler = (req, res, next) => {
  const code = problemOf(req);
  if (code !== null) {
    res.set('connection', 'close');
    if (code === 'request.method_not_allowed') res.set('allow', [...reading, ...writing].join(', '));
    throw new AppError(code);
  }
  next();
};
