import { topics } from '@ridgeline/events';
import { kafkaReach, openKafka, startInboxPruning, startOutboxRelay } from '@ridgeline/kafka';
import {
  createServiceApp,
  createServiceClient,
  listen,
  runService,
  type ServiceAppOptions,
} from '@ridgeline/kit';
import { openDatabase, type Database } from '@ridgeline/postgres';
import { connectionConfig } from './config.ts';
import { connectionMetrics } from './connections/connection-metrics.ts';
import { bindConnectionRoutes, bindInternalConnectionRoutes } from './connections/connection-routes.ts';
import { connectionService, type ConnectionServiceParts } from './connections/connection-service.ts';
import { rotateDataKeys } from './secrets/rotation.ts';
import { consumeValidationResults } from './validation-results/validation-result-consumer.ts';

/** Validation gives each vendor some eight seconds; this leaves it time to answer that one did not. */
const validationTimeoutMs = 15_000;

/** The same database over connections of its own for each use, so that one never waits for the other. */
export interface ConnectionPools {
  /** For what people read and write. */
  readonly people: Database;
  /** For what keeps the product alive: workers that ask for secrets, Kafka's handlers. */
  readonly vital: Database;
}

/** What the HTTP side is put together from. */
export interface ConnectionParts
  extends Pick<ServiceAppOptions, 'logger' | 'metrics' | 'identityKey'>, Omit<ConnectionServiceParts, 'db'> {
  readonly pools: ConnectionPools;
}

/** Puts the HTTP side together around open databases. */
export function createConnectionApp(parts: ConnectionParts): ReturnType<typeof createServiceApp> {
  const { pools, logger, metrics, identityKey, ...shared } = parts;
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    audience: 'connection',
    routes: (router) => {
      bindConnectionRoutes(router, {
        connections: connectionService({ ...shared, db: pools.people }),
        metrics: connectionMetrics(metrics),
      });
      bindInternalConnectionRoutes(router, connectionService({ ...shared, db: pools.vital }));
    },
  });
}

/** The connection service: connections, their secrets, and whether the vendors still take them. */
export function run(): Promise<void> {
  return runService({
    name: 'connection',
    config: connectionConfig,
    compose: async ({ config, logger, metrics, resources }) => {
      const { IDENTITY_KEY: identityKey, MASTER_KEYS: masterKeys } = config;
      const open = (applicationName: string, max: number) =>
        resources.use(openDatabase({ url: config.DATABASE_URL, applicationName, max, logger }));
      const pools = { people: open('connection', 10), vital: open('connection-vital', 5) };
      const rotated = await rotateDataKeys(pools.vital, masterKeys);
      if (rotated > 0) logger.info({ rotated }, 'Data keys are wrapped by the current master key now');
      resources.use(startInboxPruning({ db: pools.vital, logger }));

      const kafka = resources.use(
        openKafka({ ...kafkaReach(config), clientId: 'connection', logger, metrics }),
      );
      await kafka.ensureTopics([topics.validationResult, topics.auditEntry]);
      resources.use(startOutboxRelay({ db: pools.vital, producer: await kafka.producer(), logger, metrics }));
      resources.use(await consumeValidationResults(kafka, pools.vital));

      const validation = createServiceClient({
        baseUrl: config.VALIDATION_URL,
        service: 'connection',
        audience: 'validation',
        identityKey,
        timeoutMs: validationTimeoutMs,
      });
      const app = createConnectionApp({ pools, masterKeys, validation, identityKey, logger, metrics });
      resources.use(await listen(app, { host: config.HOST, port: config.PORT }));
      return { ready: { postgres: () => pools.vital.ping(), kafka: () => kafka.ping() } };
    },
  });
}
