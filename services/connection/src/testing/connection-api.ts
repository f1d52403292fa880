import { ApiError, createApiClient, type ApiClient } from '@ridgeline/contracts';
import { decodeValue, type OutgoingEvent, saveStepPublisher, topics } from '@ridgeline/events';
import {
  clientAddressHeader,
  createLogger,
  createServiceClient,
  listen,
  signUserIdentity,
} from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { createLocks, createUseReader, openRedis, type Redis } from '@ridgeline/redis';
import { redisUrlAs, testRedisUrl } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { createConnectionApp, type ConnectionPools } from '../app.ts';
import { createAddressGuard, type AddressCheck } from '../saving/address-guard.ts';
import { webhookStep } from '../saving/save-parts.ts';
import { masterKeysSchema } from '../secrets/master-keys.ts';
import { createIntake } from '../intake/intake.ts';
import { watchCounters, type WatchParts } from '../subscriptions/watch-parts.ts';
import { acculynxFake, type AcculynxFake } from './acculynx-fake.ts';
import { servicesFake, startServicesFake, type ServicesFake } from './services-fake.ts';

export const identityKey = 'a-key-that-only-these-tests-know-of';

export const canaries = {
  acculynxApiKey: 'acculynx-canary-key-1a2b',
  hubspotPat: 'pat-na1-hubspot-canary-3c4d',
};
export const newConnection = { name: 'Waco', ...canaries };
export const synced = { ...newConnection, autoSyncNewContacts: true };
export const hooks = 'https://hooks.ridgeline.example';

/** The service's API on a real port; everything around it is under the test's control. */
export interface ConnectionApi extends AsyncDisposable {
  readonly baseUrl: string;
  readonly metrics: Registry;
  readonly services: ServicesFake;
  readonly acculynx: AcculynxFake;
  /** The results of checking an address that a user enters. */
  readonly addresses: {
    problem: Awaited<ReturnType<AddressCheck['problem']>>;
    answers: boolean;
    /** Awaited before the result of an address check is returned. */
    hold: Promise<unknown>;
    /** How many checks are running, by the host that a user entered. */
    readonly open: Map<string, number>;
  };
  /** Dependencies of the background jobs. */
  readonly parts: WatchParts;
  readonly redis: Redis;
  readonly logLines: readonly string[];
  /** The steps that were published: operation, state and text. */
  steps(): { operationId: string; state: string; text: string }[];
  /** Restores the initial state, except for the database. */
  reset(): void;
  as(companyId: string, userId?: number, administrator?: boolean): ApiClient;
  asService(service: string): ApiClient;
  asAnybody(): ApiClient;
}

export async function connectionApi(pools: ConnectionPools): Promise<ConnectionApi> {
  await using resources = new AsyncDisposableStack();
  const logLines: string[] = [];
  const logger = createLogger(
    { service: 'connection', level: 'trace' },
    { write: (line) => void logLines.push(line) },
  );
  const services = servicesFake();
  const acculynx = acculynxFake();
  const { auth, validation, orchestrator } = resources.use(
    await startServicesFake(services, { logger, identityKey }),
  );
  const found = () => ({ problem: null, answers: true, hold: Promise.resolve() });
  const addresses: ConnectionApi['addresses'] = { ...found(), open: new Map() };
  const problem: AddressCheck['problem'] = async (url) => {
    const { host } = new URL(url);
    const add = (count: number) => addresses.open.set(host, (addresses.open.get(host) ?? 0) + count);
    add(1);
    await addresses.hold;
    add(-1);
    return addresses.problem;
  };
  const probe: AddressCheck['probe'] = () =>
    Promise.resolve({ outcome: addresses.answers ? 'answered' : 'unreachable' });
  const published: OutgoingEvent[] = [];
  const producer = {
    publish: (events: readonly OutgoingEvent[]) => {
      published.push(...events);
      return Promise.resolve();
    },
  };
  const redis = resources.use(
    await openRedis({ url: await redisUrlAs('connection', await testRedisUrl()), name: 'test', logger }),
  );
  const locks = createLocks(redis.client);
  const metrics = new Registry();
  const masterKeys = masterKeysSchema.parse(`only:${Buffer.alloc(32, 7).toString('base64')}`);
  const subscriptions = {
    acculynx: acculynx.acculynx,
    baseUrl: hooks,
    techContact: 'ops@ridgeline.example',
    timeLimitMs: 2_000,
  };
  const app = createConnectionApp({
    pools,
    masterKeys,
    subscriptions,
    locks,
    auth,
    validation,
    orchestrator,
    intake: createIntake({
      db: pools.vital,
      metrics,
      rate: { burst: 100, perSecond: 0 },
      onReceived: () => undefined,
    }),
    readUse: createUseReader(redis.client),
    requireAddress: createAddressGuard({ problem, probe }, redis.client),
    step: webhookStep(saveStepPublisher({ producer, logger })),
    identityKey,
    logger,
    metrics,
  });
  const { url: baseUrl } = resources.use(await listen(app, { host: '127.0.0.1', port: 0 }));

  const running = resources.move();
  return {
    services,
    baseUrl,
    metrics,
    acculynx,
    addresses,
    parts: { db: pools.vital, masterKeys, subscriptions, locks, logger, counters: watchCounters(metrics) },
    redis,
    logLines,
    steps: () =>
      published
        .map(({ value }) => decodeValue(topics.saveStep, value))
        .map(({ operationId, state, text }) => ({ operationId, state, text })),
    reset() {
      services.reset();
      acculynx.reset();
      Object.assign(addresses, found());
      published.length = 0;
    },
    as(companyId, userId = 1, administrator = false) {
      const user = { userId, companyId, administrator };
      return createApiClient({
        baseUrl,
        headers: async () => ({
          authorization: `Bearer ${await signUserIdentity(identityKey, user, 'connection')}`,
          [clientAddressHeader]: '203.0.113.1',
        }),
      });
    },
    asService: (service) => createServiceClient({ baseUrl, service, audience: 'connection', identityKey }),
    asAnybody: () => createApiClient({ baseUrl }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The error that a call ended with; throws when it did not end with one of the API. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('The call was not refused', { cause: error });
  return error;
}

/** A service's tables, emptied between tests. */
export const allTables =
  'truncate connections, data_keys, secrets, idempotency_keys, outbox, stray_subscriptions, stop_notes, run_refusals, webhook_tokens, webhook_deliveries, synced_targets';

/** Everything that the service's tables hold, as Postgres prints it, whatever company it belongs to. */
export async function everythingStored(db: Database): Promise<string> {
  const all = [
    'connections',
    'data_keys',
    'secrets',
    'idempotency_keys',
    'stray_subscriptions',
    'outbox',
    'webhook_tokens',
    'webhook_deliveries',
    'synced_targets',
  ]
    .map((table) => `select '${table}' as name, t::text as row from ${table} t`)
    .join(' union all ');
  const rows = await db.forSystem((tx) => tx.query<{ name: string; row: string }>(all));
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n');
}

/** The values of a topic's events that wait in the outbox, oldest first. */
export async function eventValues(db: Database, topic: string): Promise<Uint8Array[]> {
  const rows = await db.forSystem((tx) =>
    tx.query<{ value: Uint8Array }>('select value from outbox where topic = $1 order by id', [topic]),
  );
  return rows.map(({ value }) => value);
}

/** The changes of connections that were published. */
export const publishedChanges = async (db: Database) =>
  (await eventValues(db, topics.connection.name)).map((value) => decodeValue(topics.connection, value));

/** The events that were sent to the audit trail. */
export const sentAuditEvents = async (db: Database) =>
  (await eventValues(db, topics.auditEntry.name)).map((value) => decodeValue(topics.auditEntry, value));
