import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createConnectionRefetch } from './ConnectionUpdates.tsx';

const keys = [
  '/api/connections',
  '/api/stats',
  '/api/connections/7',
  '/api/connections/8',
  '/api/syncs',
  '/api/migrations',
];

const aRefetch = () => {
  const fetched: string[][] = [];
  const mutate = ((filter: (key: unknown) => boolean) => {
    fetched.push(keys.filter(filter));
    return Promise.resolve([]);
  }) as Parameters<typeof createConnectionRefetch>[0];
  return { fetched, refetch: createConnectionRefetch(mutate) };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('When a connection changes, then the list, the count, that connection and the state of auto-sync are fetched, and no other', () => {
  const { fetched, refetch } = aRefetch();
  refetch.changed(7);
  jest.advanceTimersByTime(200);
  expect(fetched).toEqual([['/api/connections', '/api/stats', '/api/connections/7', '/api/syncs']]);
});

test('When changes come in a crowd, then they are fetched together, at most once a second', () => {
  const { fetched, refetch } = aRefetch();
  for (let ms = 0; ms < 3_000; ms += 10) {
    refetch.changed(7);
    jest.advanceTimersByTime(10);
  }
  expect(fetched.length).toBeGreaterThanOrEqual(2);
  expect(fetched.length).toBeLessThanOrEqual(4);
});

test('When events may have been missed, then everything about connections is fetched', () => {
  const { fetched, refetch } = aRefetch();
  refetch.all();
  expect(fetched).toEqual([keys.slice(0, 5)]);
});

test('When it was stopped with a fetch ahead, then that is not made, and the next change is fetched', () => {
  const { fetched, refetch } = aRefetch();
  refetch.changed(7);
  refetch.stop();
  jest.advanceTimersByTime(2_000);
  expect(fetched).toEqual([]);
  refetch.changed(7);
  jest.advanceTimersByTime(200);
  expect(fetched).toHaveLength(1);
});
