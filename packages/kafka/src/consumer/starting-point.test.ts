import { expect, test } from '@jest/globals';
import type { Admin, Consumer } from 'kafkajs';
import { answered } from '../testing/broker-answers.ts';
import { StartingPoint } from './starting-point.ts';

/** A broker that refuses the ends of the topic as often as given, and has stored nothing for the group. */
function brokerAfter(refusals: readonly string[]) {
  const left = [...refusals];
  const broker = {
    fetchTopicOffsets: () => {
      const refusal = left.shift();
      return refusal ? Promise.reject(answered(refusal)) : Promise.resolve([{ partition: 0, high: '7' }]);
    },
    fetchOffsets: () => Promise.resolve([]),
  };
  return { admin: () => Promise.resolve(broker as unknown as Admin), group: 'g', topic: 't' };
}

test('When a topic of the process has no leaders yet, then the ends are asked for again', async () => {
  const start = await StartingPoint.now(brokerAfter(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']));
  const sought: unknown[] = [];
  const consumer = { seek: (to: unknown) => sought.push(to) };
  (await start.seek())(consumer as unknown as Consumer, [0]);
  expect(sought).toEqual([{ topic: 't', partition: 0, offset: '7' }]);
});

test('When the broker refuses access, then it is not asked again', async () => {
  const start = StartingPoint.now(brokerAfter(['TOPIC_AUTHORIZATION_FAILED']));
  await expect(start).rejects.toMatchObject({ type: 'TOPIC_AUTHORIZATION_FAILED' });
});
