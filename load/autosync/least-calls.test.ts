import { expect, test } from '@jest/globals';
import type { SourceStreamChange } from '@ridgeline/testkit';
import { leastReads, leastSyncCalls } from './least-calls.ts';

const changes = (
  list: SourceStreamChange['list'],
  count: number,
  { second = 0, action = 'changed' }: { second?: number; action?: SourceStreamChange['action'] } = {},
): SourceStreamChange[] =>
  Array.from({ length: count }, (_, index) => ({
    companyId: 'co',
    list,
    action,
    id: `${list} ${index}`,
    number: 1,
    at: new Date(Date.UTC(2026, 10, 25, 12, 0, second)).toISOString(),
  }));

test.each([
  ['few contacts are read singly', changes('contacts', 3), 3 + 2],
  ['many contacts are read by the list', changes('contacts', 150), 20 + 4],
  ['one that changed twice is read once', [...changes('contacts', 1), ...changes('contacts', 1)], 1 + 2],
  ['jobs are read by a page of each list', changes('jobs', 26), 3 + 2],
  ['new deals are associated', changes('jobs', 5, { action: 'created' }), 2 + 2 + 1],
  ['so many new deals are associated by two packs', changes('jobs', 150, { action: 'created' }), 7 + 4 + 2],
  ['windows are counted apart', [...changes('jobs', 1), ...changes('jobs', 1, { second: 2 })], 2 * 3],
])('When %s, then the least calls say so', (_, window, least) => {
  expect(leastSyncCalls(window, 1_000)).toBe(least);
});

test('When all changes may be copied together, then lists are read in full', () => {
  expect(leastReads(5_000, 2_500, 5_000)).toBe(100 + 100 + 1);
});
