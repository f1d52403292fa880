import { describe, expect, test } from '@jest/globals';
import type { Identified, ListSpec } from './list-page.ts';
import { readList } from './read-list.ts';
import { missing, readAll } from './testing/read-all.ts';
import { ShiftingList, type Shift, type ShiftingListOptions } from './testing/shifting-list.ts';

describe('What shows that a list has shifted though its total is the same', () => {
  const pageSize = 10;
  const spec: ListSpec = { pageSize, startIndex: 'page' };
  const inserts = (times: number, at: number): Shift[] => Array<Shift>(times).fill({ kind: 'insert', at });
  const deletes = (times: number, at: number): Shift[] => Array<Shift>(times).fill({ kind: 'delete', at });
  /** Right before the last record. */
  const nearTheEnd = 0.99;
  const listOf = (total: number, options: Partial<ShiftingListOptions>) =>
    new ShiftingList({ total, pageSize, meaning: 'page', pastEnd: 'repeat', ...options });

  test('An id on two pages', async () => {
    const list = listOf(50, { shifts: [[], [], [], [...inserts(1, 0), ...deletes(1, 0.9)]] });
    const { summary } = await readAll(list, spec);
    expect(summary).toMatchObject({ shifted: true, heldStill: true });
  });

  test('A page that repeats another one, though there is more behind it', async () => {
    const list = listOf(70, { shifts: [[], [], [], [...inserts(10, 0), ...deletes(10, 0.9)]] });
    const { ids, summary } = await readAll(list, spec);
    expect(summary.shifted).toBe(true);
    expect(missing(list, ids)).toEqual([]);
  });

  test('A last record that is not where it was', async () => {
    const list = listOf(60, { shifts: [[], [], [], [...deletes(1, 0), ...inserts(1, 1)]] });
    const { ids, summary } = await readAll(list, spec);
    expect(missing(list, ids)).toEqual([]);
    // One pass loses a record, the next finds it, and the third finds nothing new.
    expect(summary.passes).toBe(3);
  });

  test('Only one pass is made where no more are wanted, whatever it notices', async () => {
    const list = listOf(60, { shifts: [[], [], [], [...deletes(1, 0), ...inserts(1, 1)]] });
    const { summary } = await readAll(list, spec, { passes: 1 });
    expect(summary).toMatchObject({ passes: 1, shifted: true, heldStill: false });
  });

  test('A last record that was not found at all', async () => {
    const cut = [1, 2].map((page) => ({ at: page * pageSize, left: 0 }));
    const list = listOf(60, { cut });
    expect((await readAll(list, spec)).ids).toEqual(list.ids);
  });

  test('A page that holds other records when it is asked for again', async () => {
    const first = [30, 29, 28, 27, 26].map((length): Shift => ({ kind: 'delete', at: 10.5 / length }));
    const then = [25, 26, 27, 28, 29].map((length): Shift => ({ kind: 'insert', at: 15.5 / length }));
    const list = listOf(30, { shifts: [[], [], [], [], [...first, ...then]], cut: [{ at: 10, left: 0.5 }] });
    const { ids, summary } = await readAll(list, spec);
    expect(summary).toMatchObject({ shifted: true, heldStill: true });
    expect(missing(list, ids)).toEqual([]);
  });

  test('A last page of records that are all known already, when no total is given', async () => {
    const list = listOf(40, { tellsCount: false, shifts: [[], [], [], inserts(30, 0)] });
    const { ids } = await readAll(list, spec);
    expect(missing(list, ids)).toEqual([]);
  });

  test('After a crash, the last record that was done is elsewhere', async () => {
    const list = listOf(60, {});
    const before = await readAll(list, spec, { stopAfter: 20 });
    for (const shift of [...deletes(15, 0), ...inserts(15, nearTheEnd)]) list.shift(shift);
    const after = await readAll(list, spec, { from: before.cursor });
    expect(missing(list, [...before.ids, ...after.ids])).toEqual([]);
  });

  test('After a crash in a later pass, another one follows: it had found something new', async () => {
    const list = listOf(20, { pastEnd: 'empty', shifts: [[], deletes(10, 0)] });
    const before = await readAll(list, spec, { stopAfter: 20 });
    expect(before.cursor?.pass).toBe(2);
    const after = await readAll(list, spec, { from: before.cursor });
    expect(after.summary).toMatchObject({ passes: 3, shifted: true, heldStill: true });
  });

  test('No shift: a page in the middle that is empty once', async () => {
    const list = listOf(60, { cut: [{ at: 20, left: 0 }] });
    const { ids, summary } = await readAll(list, spec);
    expect(ids).toEqual(list.ids);
    expect(summary).toMatchObject({ passes: 1, shifted: false });
  });
});

describe('The end of a list whose total is too high', () => {
  const pageSize = 10;
  test.each([
    ['repeat', [0, 6, 1, 2, 3, 4, 5]],
    ['echo', [0, 6, 1, 2, 3, 4, 5]],
    ['416', [0, 6, 1, 2, 3, 4, 5, 3]],
    ['empty', [0, 6, 1, 2, 3, 4, 5, 6]],
  ] as const)('When what is past the end is answered with %s', async (pastEnd, expected) => {
    const list = new ShiftingList({ total: 40, pageSize, meaning: 'page', pastEnd, phantoms: 25 });
    const asked: number[] = [];
    const reading = readList<Identified>(
      (startIndex, signal) => {
        asked.push(startIndex);
        return list.fetch(startIndex, signal);
      },
      { pageSize, startIndex: 'page' },
      { ahead: 1 },
    );
    for await (const records of reading) expect(records).toHaveLength(pageSize);
    expect(asked).toEqual(expected);
    expect(reading.summary).toMatchObject({ foundAtEnd: 40, gap: 25, shifted: false });
  });

  test('When the answer names another index than requested, and nothing is new, then nothing more is requested', async () => {
    const page = {
      count: 20,
      startIndex: 0,
      items: Array.from({ length: 10 }, (_, id) => ({ id: String(id) })),
    };
    const asked: number[] = [];
    const reading = readList<Identified>(
      (startIndex) => {
        asked.push(startIndex);
        return Promise.resolve({ ...page, count: asked.length > 1 ? 45 : 20 });
      },
      { pageSize, startIndex: 'page' },
      { ahead: 1 },
    );
    for await (const records of reading) expect(records).toHaveLength(pageSize);
    // One page is prefetched; then the next pass begins.
    expect(asked.slice(0, 4)).toEqual([0, 1, 2, 0]);
  });
});
