import type { Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { ConnectionMetrics } from './connection-metrics.ts';
import { connectionRoutes, internalConnectionRoutes } from './connection-routes.ts';
import { connectionService, type ConnectionServiceParts } from './connection-service.ts';

/** The same database over connections of its own for each use, so that one never waits for the other. */
export interface Pools {
  /** For what people read and write. */
  readonly people: Database;
  /** For what keeps the product alive: workers that ask for secrets, Kafka's handlers. */
  readonly vital: Database;
}

/** Binds all calls of connections, each to its pool. */
export function bindConnections(
  router: Router,
  parts: Omit<ConnectionServiceParts, 'db'> & { readonly pools: Pools; readonly metrics: ConnectionMetrics },
): void {
  const { pools, metrics, ...shared } = parts;
  const connections = connectionService({ ...shared, db: pools.people });
  connectionRoutes(router, { connections, metrics });
  internalConnectionRoutes(router, connectionService({ ...shared, db: pools.vital }));
}
