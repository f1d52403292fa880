/**
 * `node packages/kafka/src/commands/empty-topics.ts all-events-go`: deletes the product's topics with all events in them,
 * and creates them again. For a restore: events published after the backup refer to ids that the restored database does not
 * have, or will give to something else. Stop the services first. Needs the same variables as create-topics.ts.
 */
import { topics } from '@ridgeline/events';
import { createLogger, loadConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { kafkajsClient } from '../client/kafkajs-client.ts';
import { kafkaIsWhole, kafkaReach, kafkaVariables } from '../client/kafka-config.ts';
import { emptyTopics } from '../topics.ts';

const clientId = 'empty-topics';
const logger = createLogger({ service: clientId });

try {
  if (process.argv[2] !== 'all-events-go') throw new Error("Say 'all-events-go' to delete every event");
  const config = loadConfig(z.object(kafkaVariables).superRefine(kafkaIsWhole));
  const admin = kafkajsClient({ ...kafkaReach(config), clientId, logger }).admin();
  await admin.connect();
  try {
    await emptyTopics(admin, logger, Object.values(topics));
  } finally {
    await admin.disconnect();
  }
  logger.info('The topics are there and empty');
} catch (error) {
  logger.error({ err: error }, 'The topics could not be emptied');
  process.exitCode = 1;
}
