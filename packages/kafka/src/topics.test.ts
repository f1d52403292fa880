import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { topics } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import type { Admin } from 'kafkajs';
import { answered } from './testing/broker-answers.ts';
import { ensureTopics } from './topics.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const two = [topics.connection, topics.auditEntry];

/** Creates two topics at a broker that refuses to report their ends, each time a while later, and then reports them. */
async function createdAt(refusals: readonly string[], passesMs: number) {
  const left = [...refusals];
  const seen = { asked: 0, mostAtOnce: 0, error: null as unknown };
  let asking = 0;
  const broker = {
    listTopics: () => Promise.resolve([]),
    describeCluster: () => Promise.resolve({ brokers: [{}] }),
    createTopics: () => Promise.resolve(true),
    async fetchTopicOffsets() {
      asking += 1;
      seen.asked += 1;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, asking);
      await Promise.resolve();
      asking -= 1;
      jest.advanceTimersByTime(passesMs);
      const refusal = left.shift();
      if (refusal) throw answered(refusal);
      return [];
    },
  };
  await ensureTopics(broker as unknown as Admin, logger, two).catch((error: unknown) => {
    seen.error = error;
  });
  return seen;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('When a busy broker has no leaders for half a minute, then it is waited, and it is asked about one topic at a time', async () => {
  const refusals = ['NOT_LEADER_FOR_PARTITION', 'UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE'];
  // The two topics and their two for dead letters, and the three refusals.
  expect(await createdAt(refusals, 10_000)).toEqual({ asked: 4 + 3, mostAtOnce: 1, error: null });
});

test('When it has none for longer than a minute, then the topics are said to be unreachable', async () => {
  const refusals = Array.from({ length: 4 }, () => 'NOT_LEADER_FOR_PARTITION');
  expect(await createdAt(refusals, 31_000)).toMatchObject({
    asked: 2,
    error: { code: 'server.unavailable' },
  });
});

test('When the broker refuses access, then it is not asked again', async () => {
  const { asked, error } = await createdAt(['TOPIC_AUTHORIZATION_FAILED'], 0);
  expect(asked).toBe(1);
  expect(error).toMatchObject({ code: 'server.unavailable' });
});
