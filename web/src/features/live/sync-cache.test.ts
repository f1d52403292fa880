import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aSync, aSyncedRecord } from '../../testing/a-sync.ts';
import { createSyncCache, withRecords } from './SyncUpdates.tsx';

type Swr = Parameters<typeof createSyncCache>[0];

const list = '/api/syncs';
const feed = '/api/syncs/3/records';

/** A query cache that holds these answers, with what was written to it and fetched again. */
function aCache(answers: Readonly<Record<string, unknown>>) {
  const data = new Map(Object.entries(answers));
  const written: string[] = [];
  const fetched: string[] = [];
  const mutate = ((key: string | ((key: unknown) => boolean), value: unknown) => {
    if (typeof key === 'function') fetched.push(...[...data.keys()].filter(key));
    else {
      written.push(key);
      data.set(key, value);
    }
    return Promise.resolve();
  }) as Swr['mutate'];
  const cache = { get: (key: string) => ({ data: data.get(key) }) } as Swr['cache'];
  return { data, written, fetched, syncs: createSyncCache({ cache, mutate }) };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('When updates come faster than four a second, then the page moves four times a second, and no record is left out', () => {
  const { data, written, syncs } = aCache({ [list]: [aSync()], [feed]: { records: [], hasMore: false } });
  for (let id = 1; id <= 20; id += 1) {
    syncs.update({ status: aSync({ waiting: id }), records: [aSyncedRecord({ id })] });
    jest.advanceTimersByTime(50);
  }
  jest.advanceTimersByTime(250);
  expect(data.get(list)).toMatchObject([{ waiting: 20 }]);
  expect((data.get(feed) as { records: { id: number }[] }).records.map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, index) => 20 - index),
  );
  expect(written.filter((key) => key === list).length).toBeLessThanOrEqual(5);
});

test('When an answer is not there yet, then an update does not take its place', () => {
  const { written, syncs } = aCache({});
  syncs.update({ status: aSync(), records: [aSyncedRecord()] });
  jest.advanceTimersByTime(250);
  expect(written).toEqual([]);
});

test('When a connection was just switched on, then the list has it as well', () => {
  const { data, syncs } = aCache({ [list]: [aSync({ connectionId: 4 })] });
  syncs.update({ status: aSync(), records: [] });
  syncs.update({ status: aSync({ connectionId: 4, state: 'working' }), records: [] });
  jest.advanceTimersByTime(250);
  expect(data.get(list)).toMatchObject([{ connectionId: 4, state: 'working' }, { connectionId: 3 }]);
});

test('When the number of failed records changes, then their pages are fetched again, at most once a second', () => {
  const page = `${list}/3/dead-letters?page=2`;
  const { fetched, syncs } = aCache({ [list]: [aSync()], [page]: {}, '/api/syncs/4/dead-letters': {} });
  for (let deadLetters = 1; deadLetters <= 30; deadLetters += 1) {
    syncs.update({ status: aSync({ deadLetters }), records: [] });
    jest.advanceTimersByTime(100);
  }
  expect(new Set(fetched)).toEqual(new Set([page]));
  expect(fetched.length).toBeLessThanOrEqual(3);
});

test('When updates may have been missed, then everything about auto-sync is fetched', () => {
  const { fetched, syncs } = aCache({ [list]: [], [feed]: {}, '/api/stats': {} });
  syncs.refetch();
  expect(fetched).toEqual([list, feed]);
});

test('A page of the feed holds each record once, the newest 50, and then says that there are older ones', () => {
  const records = Array.from({ length: 50 }, (_, index) => aSyncedRecord({ id: 50 - index }));
  const page = withRecords({ records, hasMore: false }, [
    aSyncedRecord({ id: 51 }),
    aSyncedRecord({ id: 50 }),
  ]);
  expect(page.records.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
  expect(page.hasMore).toBe(true);
});
