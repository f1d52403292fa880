import { brokersSchema, createLogger, loadConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { replayDeadLetters } from '../dead-letters/replay.ts';

/**
 * `node packages/kafka/src/commands/replay-dead-letters.ts <topic>`: puts the dead letters of a topic back on it.
 * Needs KAFKA_BROKERS.
 */
const [topic] = process.argv.slice(2);
if (topic === undefined || topic.endsWith('.dlq')) {
  process.stderr.write('Name the topic whose dead letters are to be replayed, without .dlq\n');
  process.exit(2);
}

const { KAFKA_BROKERS: brokers } = loadConfig(z.object({ KAFKA_BROKERS: brokersSchema }));
const clientId = 'replay-dead-letters';
const logger = createLogger({ service: clientId, level: 'warn' });
const replayed = await replayDeadLetters({ brokers, clientId, logger, topic });
process.stdout.write(`${replayed} dead letters of ${topic} are back on their topic\n`);
