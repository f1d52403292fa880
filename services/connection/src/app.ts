import { topics } from '@ridgeline/events';
import { kafkaReach, openKafka, startInboxPruning, startOutboxRelay } from '@ridgeline/kafka';
import { createServiceApp, createServiceClient, listen, runService } from '@ridgeline/kit';
import { openDatabase } from '@ridgeline/postgres';
import { connectionConfig } from './config.ts';
import { bindConnections } from './connections/bind-connections.ts';
import { connectionMetrics } from './connections/connection-metrics.ts';
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
      const app = createServiceApp({
        logger,
        metrics,
        identityKey,
        audience: 'connection',
        routes: (router) =>
          bindConnections(router, {
            pools,
            masterKeys,
            validation,
            metrics: connectionMetrics(metrics),
          }),
      });
      resources.use(await listen(app, { host: config.HOST, port: config.PORT }));
      return { ready: { postgres: () => pools.vital.ping(), kafka: () => kafka.ping() } };
    },
  });
}
