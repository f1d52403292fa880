import type { Server, ServerOptions } from 'node:http';
import { counter, type Registry } from '@ridgeline/kit/metrics';
import { doorDefinitions } from '../metric-definitions.ts';
import type { GatewayConfig } from '../config.ts';
import { limitSockets } from './stranger-sockets.ts';

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
 * Bounds what strangers and signed-in people can hold open, each in one half of what this process has room for. Behind
 * proxies all connections are theirs, and the bound of each client is theirs to set.
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
