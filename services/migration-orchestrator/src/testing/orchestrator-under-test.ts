import { randomBytes } from 'node:crypto';
import {
  createApiClient,
  createMigration,
  endpointUrl,
  getMigration,
  type ApiClient,
  type CallInput,
  type Connection,
  type Endpoint,
  type Migration,
  type MigrationType,
} from '@ridgeline/contracts';
import { decodeValue, topics, type AuditEntryMade, type MigrationUpdated } from '@ridgeline/events';
import { createLogger, createServiceClient, listen, signUserIdentity } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { aConnection } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { createOrchestratorApp, type OrchestratorPools } from '../orchestrator-app.ts';
import type { CompanyDirectory } from '../all-companies/company-directory.ts';
import { ReaperGrace } from '../leases/reaper-grace.ts';
import { countLostLeases, lookAtLeases, reapLeases } from '../leases/lease-reaper.ts';
import { exposeMigrationCounts } from '../migration-management/migration-metrics.ts';
import { createReportHandler } from '../reports/report-consumer.ts';
import { countReports } from '../reports/report-verdict.ts';
import type { PortalLookup } from '../retries/portal-lookup.ts';
import { publishUpdate } from '../updates/update-store.postgres.ts';
import { WorkerUnderTest, type Held } from './worker-under-test.ts';

/** A migration and the worker that holds it. */
export type Run = Held & { readonly worker: WorkerUnderTest; readonly migration: Migration };

/** The service over a real database and real HTTP; reports are passed directly to the consumer's handler, without Kafka. */
export interface OrchestratorUnderTest extends AsyncDisposable {
  readonly db: Database;
  readonly metrics: Registry;
  /** Calls as another of our services, such as the connection service. */
  readonly service: ApiClient;
  /** Calls as a signed-in user of a company, optionally an administrator. */
  person(companyId: string, options?: { readonly administrator: boolean }): ApiClient;
  /** The raw response of an endpoint to a user of the company, for files and compressed answers. */
  download(
    companyId: string,
    endpoint: Endpoint,
    input: CallInput<Endpoint>,
    init?: RequestInit & { readonly administrator?: boolean },
  ): Promise<Response>;
  /** A worker; its reports come in the name of the migration's company, or of another one. */
  worker(as?: { inTheNameOf: string }): WorkerUnderTest;
  /** Makes a connection known, or changes it. */
  connection(companyId: string, changes?: Partial<Connection>): Connection;
  /** Makes a connection unknown again. */
  deleteConnection(connection: Connection): void;
  /** A queued migration of a company; by default of contacts, and with a connection of its own. */
  migration(
    companyId?: string,
    connection?: Connection,
    type?: MigrationType,
    wanted?: { readonly dryRun: boolean },
  ): Promise<Migration>;
  /** A new migration that a worker has claimed. */
  run(...of: Parameters<OrchestratorUnderTest['migration']>): Promise<Run>;
  /** Another migration that a worker has claimed. */
  claimed(migration: Migration): Promise<Run>;
  /** The next attempt of a migration, claimed by another worker. */
  nextAttempt(run: Run): Promise<Run>;
  /** The migration as users of its company see it. */
  look(migration: Migration): Promise<Migration>;
  /** The updates in the outbox, oldest first. */
  publishedUpdates(): Promise<MigrationUpdated[]>;
  /** Start commands of a migration, by attempt. */
  commandedAttempts(migrationId: number): Promise<number[]>;
  /** The entries of the audit trail, oldest first. */
  deeds(): Promise<AuditEntryMade[]>;
  /** Every state of a migration that the live stream would show. */
  updates(migrationId: number): Promise<Migration[]>;
  /** Expires the lease of a run, as if its worker had been silent. */
  letLeaseEnd(migrationId: number): Promise<void>;
  /** Takes back the expired leases, and returns how many there were. */
  reap(): Promise<number>;
}

/** The options that a test overrides. */
export interface OrchestratorOptions {
  /** Default: unlimited. */
  readonly slotsPerCompany?: number;
  /** Pools other than the test's own database. */
  readonly pools?: Partial<OrchestratorPools>;
  /** Default: one without a gap, so that leases may be ended immediately. */
  readonly grace?: ReaperGrace;
  /** Default: HubSpot is unavailable. */
  readonly findPortal?: PortalLookup;
}

/** Longer than any test takes: a lease ends when a test lets it end, however slow the machine is. */
const leaseMs = 300_000;

/** What the connection service would return for all connections that a test created. */
const directoryOf = (connections: ReadonlyMap<number, Connection>): CompanyDirectory => ({
  match: (search) =>
    Promise.resolve([
      ...new Set(
        [...connections.values()]
          .filter((one) => (one.acculynxCompanyName ?? '').toLowerCase().includes(search.toLowerCase()))
          .map(({ companyId }) => companyId),
      ),
    ]),
  describe: (ids) =>
    Promise.resolve(
      new Map(
        [...connections.values()]
          .filter(({ id }) => ids.includes(id))
          .map(({ id, name, companyId, acculynxCompanyName }) => [
            id,
            { connectionId: id, connectionName: name, companyId, name: acculynxCompanyName },
          ]),
      ),
    ),
});

function neverAway(): ReaperGrace {
  const grace = new ReaperGrace(leaseMs);
  grace.untilReaping(0);
  grace.nextLookAt(Infinity);
  return grace;
}

/** Starts it on a free port. The caller owns the database. */
export async function startOrchestrator(
  db: Database,
  {
    slotsPerCompany = 1_000,
    pools: otherPools,
    grace = neverAway(),
    findPortal = () => Promise.resolve(null),
  }: OrchestratorOptions = {},
): Promise<OrchestratorUnderTest> {
  const rules = { leaseMs, slotsPerCompany };
  const identityKey = randomBytes(32).toString('hex');
  const logger = createLogger({ service: 'migration-orchestrator', level: 'silent' });
  const metrics = new Registry();
  const connections = new Map<number, Connection>();
  const findConnection = (id: number, companyId: string) => {
    const connection = connections.get(id);
    return Promise.resolve(connection?.companyId === companyId ? connection : null);
  };
  const pools = { people: db, runs: db, renewals: db, ...otherPools };
  const onReaped = countLostLeases(metrics);
  const app = createOrchestratorApp({
    pools,
    findConnection,
    findPortal,
    companies: directoryOf(connections),
    rules,
    grace,
    onReaped,
    onSyncChange: () => undefined,
    missedAfterMs: 3_600_000,
    onBegun: (id) => db.forSystem((tx) => publishUpdate(tx, id)),
    logger,
    metrics,
    identityKey,
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  exposeMigrationCounts({ db, leaseMs, logger, registry: metrics });
  // Publishes each report's update immediately, as the live stream shows those of a slow migration.
  const untold: number[] = [];
  const updates = { changed: (id: number) => void untold.push(id), told: () => undefined };
  const handleReport = createReportHandler({ db, logger, count: countReports(metrics), updates });
  const handle: typeof handleReport = async (event) => {
    const result = await handleReport(event);
    for (const id of untold.splice(0)) await db.forSystem((tx) => publishUpdate(tx, id));
    return result;
  };
  const workers = createServiceClient({
    baseUrl: server.url,
    service: 'migration-worker',
    audience: 'orchestrator',
    identityKey,
  });

  const outboxValues = async (topic: string): Promise<Uint8Array[]> => {
    const rows = await db.forSystem((tx) =>
      tx.query<{ value: Uint8Array }>(`select value from outbox where topic = $1 order by id`, [topic]),
    );
    return rows.map((row) => row.value);
  };
  const publishedUpdates = async (): Promise<MigrationUpdated[]> => {
    const values = await outboxValues(topics.migrationUpdate.name);
    return values.map((value) => decodeValue(topics.migrationUpdate, value));
  };

  const companies = new Map<number, string>();
  const tokenOf = async (companyId: string, administrator = false) => ({
    authorization: `Bearer ${await signUserIdentity(identityKey, { userId: 1, companyId, administrator, email: `person@${companyId}.example` }, 'orchestrator')}`,
  });
  const person: OrchestratorUnderTest['person'] = (companyId, options) =>
    createApiClient({ baseUrl: server.url, headers: () => tokenOf(companyId, options?.administrator) });
  const connection = (companyId: string, changes: Partial<Connection> = {}): Connection => {
    const id = changes.id ?? connections.size + 1;
    const named = { id, companyId, name: `Connection ${id}`, hubSpotPortalId: `portal-${id}` };
    const made = aConnection({ ...named, ...changes });
    connections.set(made.id, made);
    return made;
  };

  const worker: OrchestratorUnderTest['worker'] = (as) =>
    new WorkerUnderTest(workers, handle, (id) => as?.inTheNameOf ?? companies.get(id) ?? 'roofers');
  const look = ({ id }: Migration): Promise<Migration> =>
    person(companies.get(id) ?? 'roofers')(getMigration, { params: { id: String(id) } });
  const queued = async (
    companyId = 'roofers',
    { id: connectionId } = connection(companyId),
    migrationType: MigrationType = 'contacts',
    wanted = { dryRun: false },
  ): Promise<Migration> => {
    const body = { connectionId, migrationType, batchSize: 10, ...wanted };
    const made = await person(companyId)(createMigration, { body });
    companies.set(made.id, companyId);
    return made;
  };
  const claimed = async (migration: Migration, attempt: number): Promise<Run> => {
    const holder = worker();
    const { epoch } = await holder.claim(migration.id, attempt);
    return { migrationId: migration.id, epoch, worker: holder, migration };
  };

  return {
    db,
    metrics,
    person,
    service: workers,
    connection,
    deleteConnection: ({ id }) => void connections.delete(id),
    migration: queued,
    run: async (...of) => claimed(await queued(...of), 1),
    claimed: (migration) => claimed(migration, 1),
    nextAttempt: async ({ migration }) => claimed(migration, (await look(migration)).attempt),
    look,
    download: async (companyId, { path }, { params, query }, { administrator, ...init } = {}) =>
      fetch(server.url + endpointUrl(path, params, query), {
        ...init,
        headers: {
          ...(await tokenOf(companyId, administrator)),
          ...(init.headers as Record<string, string> | undefined),
        },
      }),
    worker,
    publishedUpdates,
    async commandedAttempts(migrationId) {
      const values = await outboxValues(topics.migrationCommand.name);
      const commands = values.map((value) => decodeValue(topics.migrationCommand, value));
      return commands.filter((start) => start.migrationId === migrationId).map((start) => start.attempt);
    },
    async deeds() {
      const values = await outboxValues(topics.auditEntry.name);
      return values.map((value) => decodeValue(topics.auditEntry, value));
    },
    async updates(migrationId) {
      const updates = await publishedUpdates();
      const states = updates.map((update) => JSON.parse(update.migrationJson) as Migration);
      return states.filter((state) => state.id === migrationId);
    },
    async letLeaseEnd(migrationId) {
      await db.forSystem((tx) =>
        tx.query(`update leases set lease_until = now() - interval '1 second' where migration_id = $1`, [
          migrationId,
        ]),
      );
    },
    async reap() {
      const lost = await reapLeases(db, logger, await lookAtLeases(db));
      onReaped(lost);
      return lost.length;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
