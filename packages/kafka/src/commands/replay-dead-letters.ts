import { topics } from '@ridgeline/events';
import { createLogger, loadConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { kafkaIsWhole, kafkaReach, kafkaVariables } from '../client/kafka-config.ts';
import { replayDeadLetters } from '../dead-letters/replay.ts';

/**
 * `node packages/kafka/src/commands/replay-dead-letters.ts <topic>`: puts the dead letters of a topic back on it.
 * Needs KAFKA_BROKERS, and KAFKA_TLS and the like where Kafka asks for them. Exits with 2 for an unknown topic, and with 1 when Kafka does not answer.
 */
const [topic = ''] = process.argv.slice(2);
const known = Object.values(topics).map(({ name }) => name);

if (known.some((name) => name === topic)) {
  const config = loadConfig(z.object(kafkaVariables).superRefine(kafkaIsWhole));
  const clientId = 'replay-dead-letters';
  const logger = createLogger({ service: clientId, level: 'error' });
  try {
    const replayed = await replayDeadLetters({ ...kafkaReach(config), clientId, logger, topic });
    process.stdout.write(`${replayed} dead letters are back on ${topic}\n`);
  } catch (error) {
    logger.error(
      { err: error },
      'The dead letters could not be replayed; those already replayed are not repeated',
    );
    process.exitCode = 1;
  }
} else {
  process.stderr.write(`Name the topic whose dead letters to replay, one of:\n${known.join('\n')}\n`);
  process.exitCode = 2;
}
