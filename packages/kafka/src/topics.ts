import { deadLetterTopic, type Topic } from '@ridgeline/events';
import { retry, retryEvery, type Logger } from '@ridgeline/kit';
import type { Admin, ITopicConfig } from 'kafkajs';
import { askUntil, usableWithinMs } from './client/ask-until.ts';
import { unavailable } from './client/kafka-errors.ts';

/**
 * Creates the topics that do not exist yet, each with its partitions and its dead-letter topic (one partition).
 * Existing topics stay as they are: more partitions would send a key's next events past its earlier ones.
 * Safe to run from several processes concurrently.
 */
export async function ensureTopics(admin: Admin, logger: Logger, topics: readonly Topic[]): Promise<void> {
  try {
    const existing = new Set(await admin.listTopics());
    const { brokers } = await admin.describeCluster();
    const replicationFactor = Math.min(3, brokers.length);
    const wanted: ITopicConfig[] = topics.flatMap(({ name, partitions }) => [
      { topic: name, numPartitions: partitions, replicationFactor },
      { topic: deadLetterTopic(name), numPartitions: 1, replicationFactor },
    ]);
    const missing = wanted.filter(({ topic }) => !existing.has(topic));
    if (missing.length > 0) {
      await admin.createTopics({ topics: missing, waitForLeaders: false });
      logger.info({ topics: missing.map(({ topic }) => topic) }, 'Topics were created');
    }
    // One topic after another: all services ask at their first start, while the broker is busy creating the topics.
    const deadline = performance.now() + usableWithinMs;
    // A topic that another process created a moment ago is listed already while its leaders still refuse.
    for (const { topic } of wanted) await askUntil(deadline, () => admin.fetchTopicOffsets(topic));
  } catch (error) {
    throw unavailable(error);
  }
}

const goneWithinMs = 30_000;

/** Deletes the topics with their dead-letter topics and their groups' offsets, and creates them again. */
export async function emptyTopics(admin: Admin, logger: Logger, topics: readonly Topic[]): Promise<void> {
  const ours = new Set(topics.flatMap(({ name }) => [name, deadLetterTopic(name)]));
  const present = async () => (await admin.listTopics()).filter((name) => ours.has(name));
  const old = await present();
  if (old.length > 0) await admin.deleteTopics({ topics: old });
  const deadline = performance.now() + goneWithinMs;
  const expectNone = async (): Promise<void> => {
    const left = await present();
    if (left.length > 0) throw new Error(`These topics are still there: ${left.join(', ')}`);
  };
  await retry(retryEvery(200), expectNone, { shouldRetry: () => performance.now() < deadline });
  await ensureTopics(admin, logger, topics);
}
