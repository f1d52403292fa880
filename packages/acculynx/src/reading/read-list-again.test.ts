import { describe, expect, test } from '@jest/globals';
import type { Identified } from './list-page.ts';
import { readList, type ListReading } from './read-list.ts';
import { readAll } from './testing/read-all.ts';
import { ShiftingList } from './testing/shifting-list.ts';

const { signal } = new AbortController();
const pageSize = 10;
const spec = { pageSize, startIndex: 'page' } as const;

const aList = (total: number, tellsCount = true): ShiftingList =>
  new ShiftingList({ total, pageSize, meaning: 'page', pastEnd: 'repeat', tellsCount });

/** A reading that has completed. */
async function ended(
  list: ShiftingList,
  meaning: 'page' | 'detect' = 'page',
): Promise<ListReading<Identified>> {
  const reading = readList<Identified>(list.fetch, { pageSize, startIndex: meaning }, { ahead: 3 });
  for await (const records of reading) expect(records.length).toBeGreaterThan(0);
  return reading;
}

/** Deletes records at one place and inserts as many at another. */
function replace(list: ShiftingList, from: number, to: number, times = 3): void {
  for (let time = 0; time < times; time += 1) list.shift({ kind: 'delete', at: from });
  for (let time = 0; time < times; time += 1) list.shift({ kind: 'insert', at: to });
}

describe('Checking again a list that was read', () => {
  test.each([
    [0, 1],
    [7, 1],
    [95, 2],
    [600, 4],
    [3_000, 6],
  ])('When %i records held still, then that is seen with at most %i calls', async (total, calls) => {
    const list = aList(total);
    const reading = await ended(list);
    const before = list.calls;
    expect(await reading.hasChanged(signal)).toBe(false);
    expect(list.calls - before).toBeLessThanOrEqual(calls);
    expect(reading.summary).toMatchObject({ heldStill: true, foundAtEnd: total });
  });

  test.each([
    ['in front', 0, 0, 95],
    ['from the front to the end', 0, 1, 95],
    ['at the end', 0.99, 1, 95],
    ['over a good part of a long list', 0.3, 0.6, 3_000],
  ])('When as many come as go %s, then that is seen', async (_, from, to, total) => {
    const list = aList(total);
    const reading = await ended(list, 'detect');
    replace(list, from, to);
    expect(list.ids).toHaveLength(total);
    expect(await reading.hasChanged(signal)).toBe(true);
    expect(reading.summary).toMatchObject({ heldStill: false, countedBySource: total });
  });

  test('When only the count is another one, then that is seen and told', async () => {
    const list = aList(600);
    const reading = await ended(list);
    list.shift({ kind: 'insert', at: 0.5 });
    expect(await reading.hasChanged(signal)).toBe(true);
    expect(reading.summary).toMatchObject({ countedBySource: 601, foundAtEnd: 600, gap: 1 });
  });

  test('When the list tells no count, then its pages are compared', async () => {
    const list = aList(35, false);
    const reading = await ended(list);
    expect(await reading.hasChanged(signal)).toBe(false);
    replace(list, 0, 0);
    expect(await reading.hasChanged(signal)).toBe(true);
  });

  test('When the reading resumed after a crash, then it still knows the first page', async () => {
    const list = aList(95);
    const { cursor } = await readAll(list, spec, { stopAfter: 60 });
    const reading = readList<Identified>(list.fetch, spec, { ahead: 1, from: cursor });
    for await (const records of reading) expect(records.length).toBeGreaterThan(0);
    expect(await reading.hasChanged(signal)).toBe(false);
    replace(list, 0, 0);
    expect(await reading.hasChanged(signal)).toBe(true);
  });
});
