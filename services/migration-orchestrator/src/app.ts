import { topics } from '@ridgeline/events';
import { openKafka, startInboxPruning, startOutboxRelay } from '@ridgeline/kafka';
import {
  createServiceApp,
  createServiceClient,
  listen,
  runService,
  type ServiceAppOptions,
} from '@ridgeline/kit';
import { openDatabase, type Database } from '@ridgeline/postgres';
import { orchestratorConfig } from './config.ts';
import { startLeaseReaper } from './leases/lease-reaper.ts';
import { leaseRoutes } from './leases/lease-routes.ts';
import { logRoutes } from './logs/log-routes.ts';
import { connectionLookup, type ConnectionLookup } from './migrations-api/connection-lookup.ts';
import { migrationRoutes } from './migrations-api/migration-routes.ts';
import { createMigrationService } from './migrations-api/migration-service.ts';
import { createOrchestratorMetrics } from './orchestrator-metrics.ts';
import { planRoutes } from './plans/plan-routes.ts';
import { createReportHandler, reportGroup } from './reports/report-consumer.ts';

const name = 'migration-orchestrator';

/** What the HTTP side is put together from. */
export interface OrchestratorParts extends Pick<ServiceAppOptions, 'logger' | 'metrics' | 'identityKey'> {
  readonly db: Database;
  readonly findConnection: ConnectionLookup;
  readonly leaseMs: number;
}

/** Puts the HTTP side together around an open database. */
export function createOrchestratorApp(parts: OrchestratorParts): ReturnType<typeof createServiceApp> {
  const { db, findConnection, leaseMs, logger, metrics, identityKey } = parts;
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    // A plan holds a hundred records with all that will be written and, for updates, what was there before.
    bodyLimit: '2mb',
    routes: (router) => {
      migrationRoutes(createMigrationService({ db, findConnection }))(router);
      logRoutes({ db })(router);
      leaseRoutes({ db, leaseMs })(router);
      planRoutes({ db })(router);
    },
  });
}

/** Runs the migration orchestrator until it is told to stop. */
export function run(): Promise<void> {
  return runService({
    name,
    config: orchestratorConfig,
    compose: async ({ config, logger, metrics, resources, fail }) => {
      const db = resources.use(openDatabase({ url: config.DATABASE_URL, applicationName: name, logger }));
      const kafka = resources.use(
        openKafka({ brokers: config.KAFKA_BROKERS, clientId: name, logger, metrics }),
      );
      await kafka.ensureTopics([topics.migrationCommand, topics.migrationReport, topics.migrationUpdate]);
      resources.use(startOutboxRelay({ db, producer: await kafka.producer(), logger, metrics }));
      resources.use(startInboxPruning({ db, logger }));

      const counters = createOrchestratorMetrics({ db, logger, registry: metrics });
      const leaseMs = config.LEASE_MS;
      resources.use(startLeaseReaper({ db, leaseMs, logger, onReaped: counters.leasesLost }));
      resources.use(
        await kafka.subscribe({
          topic: topics.migrationReport,
          group: reportGroup,
          handler: createReportHandler({ db, logger, metrics: counters }),
          onFailure: fail,
        }),
      );

      const client = createServiceClient({
        baseUrl: config.CONNECTION_URL,
        service: name,
        identityKey: config.IDENTITY_KEY,
      });
      const app = createOrchestratorApp({
        db,
        findConnection: connectionLookup(client),
        leaseMs,
        identityKey: config.IDENTITY_KEY,
        logger,
        metrics,
      });
      resources.use(await listen(app, { host: config.HOST, port: config.PORT }));
      return { ready: { postgres: () => db.ping(), kafka: () => kafka.ping() } };
    },
  });
}
