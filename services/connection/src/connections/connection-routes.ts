import { createConnection, getConnection, getStats, listConnections } from '@ridgeline/contracts';
import { getConnectionForService, getConnectionSecrets } from '@ridgeline/contracts/internal';
import { AppError, bindForService, bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import type { ConnectionMetrics } from './connection-metrics.ts';
import type { ConnectionService } from './connection-service.ts';

/** The only services that call a vendor with a stored credential. */
const mayReadSecrets = new Set(['migration-worker', 'validation']);

/** What people may do with connections. The company is always the signed-in user's, whatever a request says. */
export function bindConnectionRoutes(
  router: Router,
  { connections, metrics }: { connections: ConnectionService; metrics: ConnectionMetrics },
): void {
  bindForUser(router, listConnections, ({ user }) => connections.list(user.companyId));

  bindForUser(router, getStats, async ({ user }) => ({
    connectionCount: await connections.count(user.companyId),
  }));

  bindForUser(router, getConnection, ({ user, params }) => connections.get(user.companyId, params.id));

  bindForUser(router, createConnection, ({ user, body, idempotencyKey, req }) =>
    metrics.saving(() =>
      connections.create({ user, origin: clientOrigin(req.headers) }, body, idempotencyKey),
    ),
  );
}

/** What other services may ask. */
export function bindInternalConnectionRoutes(router: Router, connections: ConnectionService): void {
  bindForService(router, getConnectionForService, ({ params, query }) =>
    connections.get(query.companyId, params.id),
  );

  bindForService(router, getConnectionSecrets, ({ service, params, query }) => {
    if (!mayReadSecrets.has(service)) throw new AppError('session.forbidden', { details: { service } });
    return connections.secrets(query.companyId, params.id);
  });
}
