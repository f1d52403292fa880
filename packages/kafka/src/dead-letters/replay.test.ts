import { expect, test } from '@jest/globals';
import type { Admin } from 'kafkajs';
import { answered } from '../testing/broker-answers.ts';
import { deadLettersLeft } from './replay.ts';

/** A topic with dead letters 3 to 7, of which the group has read two; asked about the group, the broker refuses at first. */
function cluster(...refusals: readonly string[]): Admin {
  const left = [...refusals];
  const answers = {
    fetchTopicOffsets: () => Promise.resolve([{ partition: 0, offset: '8', high: '8', low: '3' }]),
    fetchOffsets: ({ topics: [topic] }: { readonly topics: readonly string[] }) => {
      const refusal = left.shift();
      if (refusal) return Promise.reject(answered(refusal));
      return Promise.resolve([{ topic, partitions: [{ partition: 0, offset: '5', metadata: null }] }]);
    },
  };
  return answers as unknown as Admin;
}

test('When the coordinator of the group is not there yet or still loads, then it is asked again', async () => {
  const starting = cluster('NOT_COORDINATOR_FOR_GROUP', 'GROUP_LOAD_IN_PROGRESS');
  expect(await deadLettersLeft(starting, 'group', 'topic')).toEqual(new Map([[0, 8n]]));
});

test('When access to the group is refused, then it is not asked again', async () => {
  const closed = cluster('GROUP_AUTHORIZATION_FAILED');
  await expect(deadLettersLeft(closed, 'group', 'topic')).rejects.toThrow(/authoriz/iu);
});
