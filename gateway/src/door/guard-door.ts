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
    // Node looks for late requests so often; its own 30 seconds would more than double the deadlines.
    connectionsCheckingInterval: 1_000,
    // So that a repeated header is seen, and not only its first value.
    joinDuplicateHeaders: true,
  };
}

/**
 * Limits the connections of anonymous clients and of signed-in users, each to one half of this process' capacity. Behind
 * proxies all connections come from them, so they have to limit each client.
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
  // The server joins repeated headers: two proxies could each trust another one of them (RFC 9112, 3.2).
  if (headers.host?.includes(',')) return 'request.invalid';
  // HTTP/1.0 knows no chunks: a proxy in front may have seen the body end elsewhere (RFC 9112, 6.1).
  return httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined ? 'request.invalid' : null;
}

/**
 * Refuses requests that no call of the contract needs before anything is done for them: bodies where nothing is written,
 * methods that are not used (TRACE among them), and what two HTTP parsers could read differently. Their connection ends
 * with the answer, because where the next request would begin is as doubtful as the rest.
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
