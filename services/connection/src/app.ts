import { topics } from '@ridgeline/events';
import { openKafka, startInboxPruning } from '@ridgeline/kafka';
import { createServiceApp, createServiceClient, listen, runService } from '@ridgeline/kit';
import { openDatabase } from '@ridgeline/postgres';
import { connectionConfig } from './config.ts';
import { connectionMetrics } from './connections/connection-metrics.ts';
import { connectionRoutes, internalConnectionRoutes } from './connections/connection-routes.ts';
import { connectionService } from './connections/connection-service.ts';
import { rotateDataKeys } from './secrets/rotation.ts';
import { consumeValidationResults } from './validation-results/validation-result-consumer.ts';

/** Validation gives each vendor some eight seconds; this leaves it time to answer that one did not. */
const validationTimeoutMs = 15_000;

/** The connection service: connections, their secrets, and whether the vendors still take them. */
export function run(): Promise<void> {
  return runService({
    name: 'connection',
    config: connectionConfig,
    compose: async ({ config, logger, metrics, resources }) => {
      const { IDENTITY_KEY: identityKey, MASTER_KEYS: masterKeys } = config;
      const db = resources.use(
        openDatabase({ url: config.DATABASE_URL, applicationName: 'connection', logger }),
      );
      const rotated = await rotateDataKeys(db, masterKeys);
      if (rotated > 0) logger.info({ rotated }, 'Data keys are wrapped by the current master key now');
      resources.use(startInboxPruning({ db, logger }));

      const kafka = resources.use(
        openKafka({ brokers: config.KAFKA_BROKERS, clientId: 'connection', logger, metrics }),
      );
      await kafka.ensureTopics([topics.validationResult]);
      resources.use(await consumeValidationResults(kafka, db));

      const validation = createServiceClient({
        baseUrl: config.VALIDATION_URL,
        service: 'connection',
        identityKey,
        timeoutMs: validationTimeoutMs,
      });
      const connections = connectionService({ db, masterKeys, validation });
      const app = createServiceApp({
        logger,
        metrics,
        identityKey,
        routes: (router) => {
          connectionRoutes(router, { connections, metrics: connectionMetrics(metrics) });
          internalConnectionRoutes(router, connections);
        },
      });
      resources.use(await listen(app, { host: config.HOST, port: config.PORT }));
      return { ready: { postgres: () => db.ping(), kafka: () => kafka.ping() } };
    },
  });
}
