import { deadLetterTopic, type Topic } from '@ridgeline/events';
import { retry, retryEvery, type Logger } from '@ridgeline/kit';
import type { Admin } from 'kafkajs';
import { ensureTopics } from './ensure-topics.ts';

const goneWithinMs = 30_000;

/** Deletes the topics with their dead-letter topics and what groups have read of them, and creates them anew. */
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
