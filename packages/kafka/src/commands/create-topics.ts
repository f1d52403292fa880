/**
 * `node packages/kafka/src/commands/create-topics.ts`: creates the product's missing topics; existing ones stay unchanged.
 * Services do the same when they start; where they lack the rights, run this command before them, with credentials that
 * have the rights. Needs KAFKA_BROKERS, and KAFKA_TLS and the like where Kafka requires them. Exits with 1 on failure.
 */
import { topics } from '@ridgeline/events';
import { AppError, createLogger, loadConfig, retry, retryEvery } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { z } from 'zod';
import { kafkaIsWhole, kafkaReach, kafkaVariables } from '../client/kafka-config.ts';
import { openKafka } from '../kafka.ts';

const clientId = 'create-topics';

/** How long the command waits for unreachable brokers before it fails. */
const waitMs = 120_000;

const logger = createLogger({ service: clientId });

try {
  const config = loadConfig(z.object(kafkaVariables).superRefine(kafkaIsWhole));
  await using kafka = openKafka({ ...kafkaReach(config), clientId, logger, metrics: new Registry() });
  const deadline = performance.now() + waitMs;
  await retry(retryEvery(2_000), () => kafka.ensureTopics(Object.values(topics)), {
    shouldRetry: (error) => error instanceof AppError && error.retriable && performance.now() < deadline,
    onWait: ({ error }) => logger.info({ err: error }, 'Waiting for Kafka'),
  });
  logger.info('The topics are there');
} catch (error) {
  logger.error({ err: error }, 'The topics could not be created');
  process.exitCode = 1;
}
