import type { ApiClient } from '@ridgeline/contracts';
import { topics } from '@ridgeline/events';
import { kafkaReach, openKafka, startInboxPruning, startOutboxRelay, type Kafka } from '@ridgeline/kafka';
import { createServiceClient, listen, listenAt } from '@ridgeline/kit';
import {
  createServiceApp,
  runService,
  type Composition,
  type ServiceAppOptions,
} from '@ridgeline/kit/service';
import { openDatabase, requireSchema, type Database } from '@ridgeline/postgres';
import type { z } from 'zod';
import { orchestratorConfig, poolSizes } from './config.ts';
import { ReaperGrace } from './leases/reaper-grace.ts';
import { countLostLeases, startLeaseReaper } from './leases/lease-reaper.ts';
import { bindLeaseRoutes } from './leases/lease-routes.ts';
import type { LeaseRules } from './leases/company-share-store.postgres.ts';
import { bindDuplicateRoutes } from './duplicates/duplicate-routes.ts';
import { duplicateAnswers } from './duplicates/duplicate-answers.ts';
import { bindCheckRoutes } from './checks/check-routes.ts';
import { bindLogRoutes } from './logs/log-routes.ts';
import { createLongReads } from './long-reads/long-reads.ts';
import { exportNotes } from './long-reads/note-export.ts';
import { connectionMigrations } from './migration-management/cancel-migration.ts';
import { companyTurns } from './migration-management/company-turns.ts';
import { connectionLookup, type ConnectionLookup } from './migration-management/connection-lookup.ts';
import { exposeMigrationCounts } from './migration-management/migration-metrics.ts';
import {
  bindConnectionMigrationRoutes,
  bindMigrationRoutes,
} from './migration-management/migration-routes.ts';
import { createMigrationService } from './migration-management/migration-service.ts';
import { bindOutcomeRoutes } from './outcomes/outcome-routes.ts';
import { bindFollowedRoutes } from './plans/followed-routes.ts';
import { bindPlanRoutes, type PlanParts } from './plans/plan-routes.ts';
import { bindRecordSearchRoutes } from './record-search/record-search-routes.ts';
import { bindProcessRoutes } from './processes/process-routes.ts';
import { bindRecordRoutes } from './record-changes/record-routes.ts';
import { createReportHandler, reportGroup } from './reports/report-consumer.ts';
import { countReports } from './reports/report-verdict.ts';
import { startRetention } from './retention/retention.ts';
import { bindRetryRoutes } from './retries/retry-routes.ts';
import { createRetries } from './retries/retry-service.ts';
import { recordGroup, takeChangedRecords } from './sync/record-consumer.ts';
import { connectionGroup, followConnections, syncedConnectionLookup } from './sync/sync-connections.ts';
import { reapSyncLeases } from './sync/sync-lease-store.postgres.ts';
import { bindAccuracyRoutes } from './accuracy/accuracy-routes.ts';
import { countComparedInHubspot } from './accuracy/accuracy-metrics.ts';
import { countComparedRecords, exposeSweeps } from './sweeps/sweep-metrics.ts';
import { bindSweepRoutes } from './sweeps/sweep-routes.ts';
import { reapSweepLeases } from './sweeps/sweep-lease-store.postgres.ts';
import { startSweepUpkeep } from './sweeps/sweep-upkeep.ts';
import { exposeSyncLists } from './sync-view/list-metrics.ts';
import { countLeftOut, countSyncReports } from './sync/sync-metrics.ts';
import { createSyncReportHandler, syncReportGroup } from './sync/sync-report-consumer.ts';
import { bindAccuracyViewRoutes } from './sync-view/accuracy-view-routes.ts';
import { bindSweepViewRoutes } from './sync-view/sweep-view-routes.ts';
import { bindSyncRoutes } from './sync-view/sync-routes.ts';
import { publishSyncUpdate } from './sync-view/sync-updates.ts';
import { bindUndoRoutes } from './undo/undo-routes.ts';
import { bindSyncWorkerRoutes } from './sync/worker-routes.ts';
import { ProgressUpdates } from './updates/progress-updates.ts';
import { publishUpdate } from './updates/update-store.postgres.ts';

const migrations = new URL('../migrations/', import.meta.url);

const name = 'migration-orchestrator';

/** The same database through pools of their own: what keeps runs alive never queues behind what people read. */
export interface OrchestratorPools {
  /** For what people ask. */
  readonly people: Database;
  /** For what workers ask and report: claims, plans, reports, the outbox. */
  readonly runs: Database;
  /** For the renewal of leases, and for taking back those that are over. */
  readonly renewals: Database;
}

/** What the HTTP side is put together from. */
export interface OrchestratorParts extends Pick<ServiceAppOptions, 'logger' | 'metrics' | 'identityKey'> {
  readonly pools: OrchestratorPools;
  readonly findConnection: ConnectionLookup;
  readonly rules: LeaseRules;
  /** When missed heartbeats may be held against a worker. */
  readonly grace: ReaperGrace;
  /** Called with the leases that were taken back. */
  readonly onReaped: ReturnType<typeof countLostLeases>;
  readonly onBegun: PlanParts['onBegun'];
  /** Called with the connection whose auto-sync changed. */
  readonly onSyncChange: (connectionId: number) => void;
  /** A sweep's finding is missed when no event of it came for so long. */
  readonly missedAfterMs: number;
}

/** Puts the HTTP side together around an open database. */
export function createOrchestratorApp(parts: OrchestratorParts): ReturnType<typeof createServiceApp> {
  const {
    pools,
    findConnection,
    rules,
    grace,
    onReaped,
    onBegun,
    onSyncChange: onChange,
    missedAfterMs,
    logger,
    metrics,
    identityKey,
  } = parts;
  const reads = createLongReads(pools.people);
  const noteExport = exportNotes(pools.people);
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    audience: 'orchestrator',
    // A plan holds a hundred records with all that will be written and, for updates, what was there before; or two
    // thousand associations with what to call both sides.
    bodyLimit: '8mb',
    routes: (router) => {
      const turns = companyTurns();
      bindMigrationRoutes(router, createMigrationService({ db: pools.people, findConnection, turns }));
      const retry = createRetries({ db: pools.people, findConnection, turns });
      bindRetryRoutes(router, { retry, db: pools.runs });
      bindConnectionMigrationRoutes(router, connectionMigrations({ db: pools.people }));
      bindLogRoutes(router, { reads, noteExport });
      bindOutcomeRoutes(router, { reads, noteExport });
      bindRecordSearchRoutes(router, { reads });
      bindRecordRoutes(router, { reads, noteExport });
      bindCheckRoutes(router, { db: pools.people, reads, noteExport, turns });
      bindLeaseRoutes(router, { db: pools.runs, renewals: pools.renewals, rules });
      bindPlanRoutes(router, { db: pools.runs, onBegun });
      bindFollowedRoutes(router, { db: pools.runs });
      bindUndoRoutes(router, { db: pools.runs });
      bindDuplicateRoutes(router, { reads, answers: duplicateAnswers(pools.people), db: pools.runs });
      const { leaseMs } = rules;
      bindSyncRoutes(router, { db: pools.people, findConnection, onChange });
      bindSweepViewRoutes(router, { db: pools.people, findConnection });
      bindAccuracyViewRoutes(router, { db: pools.people, findConnection });
      bindSyncWorkerRoutes(router, { db: pools.runs, renewals: pools.renewals, leaseMs, onChange });
      bindSweepRoutes(router, {
        db: pools.runs,
        renewals: pools.renewals,
        leaseMs,
        missedAfterMs,
        count: countComparedRecords(metrics),
        onChange,
      });
      bindAccuracyRoutes(router, { db: pools.runs, count: countComparedInHubspot(metrics), onChange });
      bindProcessRoutes(router, {
        people: pools.people,
        db: pools.runs,
        leaseMs: rules.leaseMs,
        grace,
        logger,
        onReaped,
      });
    },
  });
}

/** What the consumers of auto-sync work with. */
interface SyncConsumerParts {
  readonly kafka: Kafka;
  readonly db: Database;
  /** Of the connection service. */
  readonly client: ApiClient;
}

/** Starts the consumers of auto-sync; answers what must be called when the sync of a connection changed. */
async function consumeSync(
  { logger, metrics, resources, fail }: Composition<z.infer<typeof orchestratorConfig>>,
  { kafka, db, client }: SyncConsumerParts,
): Promise<OrchestratorParts['onSyncChange']> {
  const publish = (id: number) => publishSyncUpdate(db, id);
  const updates = resources.use(new ProgressUpdates({ publish, logger }));
  const onChange = (connectionId: number) => updates.changed(connectionId);
  const parts = { db, find: syncedConnectionLookup(client), onChange };
  const count = countSyncReports(metrics);
  for (const subscription of await Promise.all([
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
  ]))
    resources.use(subscription);
  return onChange;
}

/** Runs the migration orchestrator until it is told to stop. */
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
      resources.use(
        await kafka.subscribe({
          topic: topics.migrationReport,
          group: reportGroup,
          handler: createReportHandler({ db: pools.runs, logger, count: countReports(metrics), updates }),
          onFailure: fail,
        }),
      );

      const client = createServiceClient({
        baseUrl: config.CONNECTION_URL,
        service: name,
        audience: 'connection',
        identityKey: config.IDENTITY_KEY,
      });
      const onSyncChange = await consumeSync(composition, { kafka, db: pools.runs, client });
      exposeSyncLists({ db: pools.people, logger, registry: metrics });
      exposeSweeps({ db: pools.people, logger, registry: metrics });
      const missedAfterMs = config.SWEEP_MISSED_AFTER_MS;
      resources.use(
        startSweepUpkeep({ db: pools.runs, missedAfterMs, metrics, logger, onChange: onSyncChange }),
      );
      const app = createOrchestratorApp({
        onSyncChange,
        missedAfterMs,
        pools,
        findConnection: connectionLookup(client),
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
      // Not before workers can renew: renewals that could not arrive while this process started say nothing of them.
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
