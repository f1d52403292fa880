import type { ApiClient } from '@ridgeline/contracts';
import { topics } from '@ridgeline/events';
import {
  kafkaReach,
  openKafka,
  sideBySide,
  startInboxPruning,
  startOutboxRelay,
  type Kafka,
  type Subscription,
} from '@ridgeline/kafka';
import { createServiceClient, listen, listenAt } from '@ridgeline/kit';
import { runService, type Composition } from '@ridgeline/kit/service';
import { openDatabase, requireSchema, type Database } from '@ridgeline/postgres';
import type { z } from 'zod';
import { companyDirectory } from './all-companies/company-directory.ts';
import { orchestratorConfig, poolSizes } from './config.ts';
import { ReaperGrace } from './leases/reaper-grace.ts';
import { countLostLeases, startLeaseReaper } from './leases/lease-reaper.ts';
import { connectionLookup } from './migration-management/connection-lookup.ts';
import { exposeMigrationCounts } from './migration-management/migration-metrics.ts';
import { createReportHandler, reportGroup } from './reports/report-consumer.ts';
import { countReports } from './reports/report-verdict.ts';
import { startRetention } from './retention/retention.ts';
import { portalLookup } from './retries/portal-lookup.ts';
import { recordGroup, takeChangedRecords } from './sync/record-consumer.ts';
import { connectionGroup, followConnections, syncedConnectionLookup } from './sync/sync-connections.ts';
import { reapSyncLeases } from './sync/sync-lease-store.postgres.ts';
import { exposeSweeps } from './sweeps/sweep-metrics.ts';
import { reapSweepLeases } from './sweeps/sweep-lease-store.postgres.ts';
import { startSweepUpkeep } from './sweeps/sweep-upkeep.ts';
import { exposeSyncLists } from './sync-view/list-metrics.ts';
import { countLeftOut, countSyncReports } from './sync/sync-metrics.ts';
import { createSyncReportHandler, syncReportGroup } from './sync/sync-report-consumer.ts';
import { publishSyncUpdate } from './sync-view/sync-updates.ts';
import { ProgressUpdates } from './updates/progress-updates.ts';
import { publishUpdate } from './updates/update-store.postgres.ts';
import { createOrchestratorApp, type OrchestratorParts } from './orchestrator-app.ts';

const migrations = new URL('../migrations/', import.meta.url);

const name = 'migration-orchestrator';

/** A user waits while HubSpot is asked about the properties that were corrected. */
const portalTimeoutMs = 8_000;

/** Dependencies of the consumers of auto-sync. */
interface SyncConsumerParts {
  readonly kafka: Kafka;
  readonly db: Database;
  /** Of the connection service. */
  readonly client: ApiClient;
}

interface SyncConsumers {
  /** To be called when the sync of a connection changed. */
  readonly onChange: OrchestratorParts['onSyncChange'];
  readonly starting: readonly Promise<Subscription>[];
}

/** Starts the consumers of auto-sync. */
function consumeSync(
  { logger, metrics, resources, fail }: Composition<z.infer<typeof orchestratorConfig>>,
  { kafka, db, client }: SyncConsumerParts,
): SyncConsumers {
  const publish = (id: number) => publishSyncUpdate(db, id);
  const updates = resources.use(new ProgressUpdates({ publish, logger }));
  const onChange = (connectionId: number) => updates.changed(connectionId);
  const parts = { db, find: syncedConnectionLookup(client), onChange };
  const count = countSyncReports(metrics);
  const starting = [
    kafka.subscribe({
      topic: topics.connection,
      group: connectionGroup,
      handler: followConnections(parts),
      onFailure: fail,
    }),
    kafka.subscribe({
      topic: topics.sourceRecord,
      group: recordGroup,
      handler: takeChangedRecords({ ...parts, countLeftOut: countLeftOut(metrics) }),
      onFailure: fail,
    }),
    kafka.subscribe({
      topic: topics.syncReport,
      group: syncReportGroup,
      handler: createSyncReportHandler({ db, logger, count, onChange }),
      onFailure: fail,
    }),
  ];
  return { onChange, starting };
}

/** Runs the migration orchestrator until it receives a signal to stop. */
export function run(): Promise<void> {
  return runService({
    name,
    config: orchestratorConfig,
    compose: async (composition) => {
      const { config, logger, metrics, resources, fail } = composition;
      await requireSchema({ url: config.DATABASE_URL, schema: 'migration', migrations, logger });
      const pool = (use: keyof typeof poolSizes) =>
        resources.use(
          openDatabase({
            url: config.DATABASE_URL,
            applicationName: `${name} ${use}`,
            max: poolSizes[use],
            logger,
            metrics,
          }),
        );
      const pools = { people: pool('people'), runs: pool('runs'), renewals: pool('renewals') };
      const kafka = resources.use(openKafka({ ...kafkaReach(config), clientId: name, logger, metrics }));
      await kafka.ensureTopics([
        topics.migrationCommand,
        topics.migrationReport,
        topics.migrationUpdate,
        topics.sourceRecord,
        topics.syncReport,
        topics.syncUpdate,
        topics.connection,
        topics.auditEntry,
      ]);
      resources.use(startOutboxRelay({ db: pools.runs, producer: await kafka.producer(), logger, metrics }));
      resources.use(startInboxPruning({ db: pools.runs, metrics, logger }));
      resources.use(startRetention({ db: pools.runs, keepDays: config.RETENTION_DAYS, metrics, logger }));

      const onReaped = countLostLeases(metrics);
      const rules = { leaseMs: config.LEASE_MS, slotsPerCompany: config.SLOTS_PER_COMPANY };
      exposeMigrationCounts({ db: pools.people, leaseMs: rules.leaseMs, logger, registry: metrics });
      const grace = new ReaperGrace(rules.leaseMs);
      const publish = (id: number) => pools.runs.forSystem((tx) => publishUpdate(tx, id));
      const updates = resources.use(new ProgressUpdates({ publish, logger }));
      const caller = { service: name, identityKey: config.IDENTITY_KEY };
      const client = createServiceClient({
        ...caller,
        baseUrl: config.CONNECTION_URL,
        audience: 'connection',
      });
      const validation = createServiceClient({
        ...caller,
        baseUrl: config.VALIDATION_URL,
        audience: 'validation',
        timeoutMs: portalTimeoutMs,
      });
      const sync = consumeSync(composition, { kafka, db: pools.runs, client });
      const reports = kafka.subscribe({
        topic: topics.migrationReport,
        group: reportGroup,
        handler: createReportHandler({ db: pools.runs, logger, count: countReports(metrics), updates }),
        onFailure: fail,
      });
      resources.use(await sideBySide(reports, ...sync.starting));
      exposeSyncLists({ db: pools.people, logger, registry: metrics });
      exposeSweeps({ db: pools.people, logger, registry: metrics });
      const missedAfterMs = config.SWEEP_MISSED_AFTER_MS;
      resources.use(
        startSweepUpkeep({ db: pools.runs, missedAfterMs, metrics, logger, onChange: sync.onChange }),
      );
      const app = createOrchestratorApp({
        onSyncChange: sync.onChange,
        missedAfterMs,
        pools,
        findConnection: connectionLookup(client),
        findPortal: portalLookup(validation, logger),
        companies: companyDirectory(client),
        rules,
        grace,
        onReaped,
        onBegun: (id) => {
          updates.changed(id);
        },
        identityKey: config.IDENTITY_KEY,
        logger,
        metrics,
      });
      resources.use(await listen(app, listenAt(config)));
      // Started only after workers can renew: renewals that could not arrive during startup prove nothing about the workers.
      resources.use(
        startLeaseReaper({
          db: pools.renewals,
          leaseMs: rules.leaseMs,
          grace,
          logger,
          onReaped,
          alsoReap: async () => {
            await pools.renewals.forSystem(reapSyncLeases);
            await pools.renewals.forSystem(reapSweepLeases);
          },
          metrics,
        }),
      );
      return {
        ready: { needed: { postgres: () => pools.renewals.ping() }, useful: { kafka: () => kafka.ping() } },
      };
    },
  });
}
