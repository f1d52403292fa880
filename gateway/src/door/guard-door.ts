import type { Server, ServerOptions } from 'node:http';
import { catalogue, counter, type Registry } from '@ridgeline/kit/metrics';
import type { GatewayConfig } from '../config.ts';
import { limitStrangers } from './stranger-sockets.ts';

type Limits = Pick<
  GatewayConfig,
  'HEADER_SECONDS' | 'BODY_SECONDS' | 'STRANGER_CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'
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

/** Bounds what strangers can hold open. Behind proxies all connections are theirs, and the bound is theirs to set. */
export function guardDoor(server: Server, limits: Limits, metrics: Registry): void {
  const refused = counter(metrics, catalogue.gatewayConnectionsRefused);
  if (limits.TRUST_PROXY > 0) return;
  limitStrangers(server, {
    most: limits.STRANGER_CONNECTIONS_PER_ADDRESS,
    onRefused: () => refused.inc(),
  });
}
