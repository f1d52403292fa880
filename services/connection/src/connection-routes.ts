import {
  createConnection,
  deleteConnection,
  getConnection,
  getConnectionDefaults,
  getQuota,
  getStats,
  listConnections,
  renameConnection,
  renewSubscription,
  renewWebhookAddress,
  testConnection,
  updateConnection,
  type Endpoint,
  type ErrorCode,
} from '@ridgeline/contracts';
import {
  getConnectionForService,
  getConnectionSecrets,
  getManyConnectionSecrets,
  getSyncedConnection,
} from '@ridgeline/contracts/internal';
import {
  AppError,
  bindForService,
  bindForUser,
  clientOrigin,
  type Actor,
  type Router,
  type UserCall,
} from '@ridgeline/kit';
import { counter, type Registry } from '@ridgeline/kit/metrics';
import type { TestConnection } from './checks/test-connection.ts';
import type { ConnectionService } from './connections/connection-service.ts';
import type { ReadQuota } from './quota/quota-service.ts';
import type { DeleteConnection } from './removal/delete-connection.ts';
import type { CreateConnection } from './saving/create-connection.ts';
import type { RenewSubscription } from './saving/renew-subscription.ts';
import type { UpdateConnection } from './saving/update-connection.ts';
import { connectionDefinitions } from './metric-definitions.ts';

/** What this service counts. */
interface ConnectionMetrics {
  /** Counts a save by its result: stored, or the code of the error that prevented it. */
  saving<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes the counter of saves. */
export function connectionMetrics(registry: Registry): ConnectionMetrics {
  const saves = counter(registry, connectionDefinitions.connectionSaves);
  const resultOf = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : 'server.failed');

  return {
    async saving(work) {
      try {
        const saved = await work();
        saves.inc({ result: 'stored' });
        return saved;
      } catch (error) {
        saves.inc({ result: resultOf(error) });
        throw error;
      }
    },
  };
}

/** The only services that call a vendor with a stored credential. */
const mayReadSecrets = new Set(['migration-worker', 'validation']);

/** Dependencies of users' calls. */
export interface ConnectionUseCases {
  readonly connections: ConnectionService;
  readonly create: CreateConnection;
  readonly update: UpdateConnection;
  readonly remove: DeleteConnection;
  readonly test: TestConnection;
  readonly renewAddress: RenewSubscription;
  readonly renewSubscription: RenewSubscription;
  readonly quota: ReadQuota;
  readonly metrics: ConnectionMetrics;
  /** The address for events when a connection names none. */
  readonly hooksAddress: string;
}

const actor = ({ user, req }: Pick<UserCall<Endpoint>, 'user' | 'req'>): Actor => ({
  user,
  origin: clientOrigin(req.headers),
});

/** Users' calls about connections. The company is the signed-in user's, unless an administrator names another. */
export function bindConnectionRoutes(router: Router, use: ConnectionUseCases): void {
  const { connections, metrics } = use;
  bindForUser(router, listConnections, ({ user }) => connections.list(user.companyId));

  bindForUser(router, getStats, async ({ user }) => ({
    connectionCount: await connections.count(user.companyId),
  }));

  bindForUser(router, getConnectionDefaults, () =>
    Promise.resolve({ customEventProcessorUrl: use.hooksAddress }),
  );

  bindForUser(router, getConnection, ({ user, params }) => connections.detail(user.companyId, params.id));

  bindForUser(router, createConnection, (call) =>
    metrics.saving(() => use.create(actor(call), call.body, call.idempotencyKey)),
  );

  bindForUser(router, renameConnection, (call) =>
    connections.rename(actor(call), call.params.id, call.body.name),
  );

  bindForUser(router, updateConnection, (call) =>
    metrics.saving(() => use.update(actor(call), call.params.id, call.body)),
  );

  bindForUser(router, deleteConnection, (call) => use.remove(actor(call), call.params.id, call.query));

  bindForUser(router, renewWebhookAddress, (call) => use.renewAddress(actor(call), call.params.id));

  bindForUser(router, renewSubscription, (call) => use.renewSubscription(actor(call), call.params.id));

  bindForUser(router, getQuota, ({ user, params }) => use.quota(user.companyId, params.id));

  bindForUser(router, testConnection, (call) => use.test(actor(call), call.params.id));
}

/** What other services may ask. */
export function bindInternalConnectionRoutes(router: Router, connections: ConnectionService): void {
  bindForService(router, getConnectionForService, ({ params, query }) =>
    connections.get(query.companyId, params.id),
  );

  bindForService(router, getSyncedConnection, ({ params, query }) =>
    connections.synced(query.companyId, params.id),
  );

  const admitToSecrets = (service: string): void => {
    if (!mayReadSecrets.has(service)) throw new AppError('session.forbidden', { details: { service } });
  };

  bindForService(router, getConnectionSecrets, ({ service, params, query }) => {
    admitToSecrets(service);
    return connections.secrets(query.companyId, params.id);
  });

  bindForService(router, getManyConnectionSecrets, async ({ service, body }) => {
    admitToSecrets(service);
    return { secrets: await connections.manySecrets(body.connections) };
  });
}
