import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import type { ListSpec } from './list-page.ts';
import type { ReadingCursor } from './reading-cursor.ts';
import { missing, readAll } from './testing/read-all.ts';
import { ShiftingList, type Shift, type ShiftingListOptions } from './testing/shifting-list.ts';

const source = fc.record({
  total: fc.integer({ min: 0, max: 90 }),
  pageSize: fc.integer({ min: 2, max: 10 }),
  meaning: fc.constantFrom('page' as const, 'record' as const),
  pastEnd: fc.constantFrom('repeat' as const, 'echo' as const, 'empty' as const, '416' as const),
  phantoms: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
  turns: fc.array(fc.nat(12), { maxLength: 12 }),
});
const readers = fc.record({ ahead: fc.integer({ min: 1, max: 6 }), detect: fc.boolean() });

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 });
/** One or several records are deleted or inserted anywhere, which changes the total. */
const shift = fc
  .tuple(fc.constantFrom('insert' as const, 'delete' as const), places)
  .map(([kind, ats]): Shift[] => ats.map((at) => ({ kind, at })));
/** Shifts before some of the first answers. */
const shifts = (most: number) =>
  fc
    .array(fc.tuple(fc.nat(24), shift), { maxLength: most })
    .map((some) => Array.from({ length: 25 }, (_, at) => some.find(([before]) => before === at)?.[1] ?? []));

const specOf = (options: ShiftingListOptions, detect: boolean): ListSpec => ({
  pageSize: options.pageSize,
  startIndex: detect ? 'detect' : options.meaning,
});
describe('A list that holds still', () => {
  test('All of it is read once, in its order, with at most three calls more than it has pages', async () => {
    await fc.assert(
      fc.asyncProperty(source, readers, async (options, { ahead, detect }) => {
        const list = new ShiftingList(options);
        const { ids, summary } = await readAll(list, specOf(options, detect), { ahead });
        expect(ids).toEqual(list.ids);
        // An index that counts records shows only when calls for pages are in flight, one of them for the end.
        const isMisled = detect && options.meaning === 'record';
        const detected = isMisled ? Math.max(1, ahead - 1) + Number(options.phantoms > 0) : 0;
        // Pages that are counted but do not exist are prefetched before that is known.
        const inVain = detected + (options.phantoms > options.pageSize ? ahead + 1 : 0);
        expect(list.calls).toBeLessThanOrEqual(Math.ceil(options.total / options.pageSize) + 3 + inVain);
        expect(list.maxConcurrent).toBeLessThanOrEqual(ahead);
        expect(list.running).toBe(0);
        expect(summary).toEqual({
          distinctRead: options.total,
          foundAtEnd: options.total,
          countedBySource: options.total + options.phantoms,
          gap: options.phantoms,
          passes: 1,
          shifted: false,
          heldStill: true,
        });
      }),
      { numRuns: 300 },
    );
  });

  test('When pages are cut the first time they are asked for, then nothing is missing', async () => {
    const cut = fc.record({ page: fc.nat(12), left: fc.constantFrom(0, 0.5) });
    const cuts = fc.array(cut, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(source, readers, cuts, async (options, { ahead, detect }, pages) => {
        fc.pre(options.pageSize > 3);
        const cut = pages.map(({ page, left }, index) => ({
          at: page * options.pageSize,
          // An empty last page looks like one that is counted but does not exist, and two empty pages are an end.
          left: options.phantoms > 0 || index > 0 ? 0.5 : left,
        }));
        const list = new ShiftingList({ ...options, cut });
        const { ids, summary } = await readAll(list, specOf(options, detect), { ahead });
        expect(ids.toSorted()).toEqual(list.ids.toSorted());
        expect(summary.heldStill).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('When the source tells no count, then the end is a short page or one that brings nothing new', async () => {
    await fc.assert(
      fc.asyncProperty(source, readers, async (options, { ahead, detect }) => {
        const list = new ShiftingList({ ...options, tellsCount: false });
        const { ids, summary } = await readAll(list, specOf(options, detect), { ahead });
        expect(ids).toEqual(list.ids);
        expect(list.calls).toBeLessThanOrEqual(Math.ceil(options.total / options.pageSize) + 2);
        expect(summary).toMatchObject({ countedBySource: null, gap: null, passes: 1 });
      }),
      { numRuns: 300 },
    );
  });
});

describe('A list that shifts while it is read', () => {
  test('Every record that was in it all the time is handed on, once, and a pass that notices nothing ends it', async () => {
    await fc.assert(
      fc.asyncProperty(source, readers, shifts(3), async (options, { ahead, detect }, shifting) => {
        const list = new ShiftingList({ ...options, shifts: shifting });
        const { ids, summary } = await readAll(list, specOf(options, detect), { ahead });
        expect(missing(list, ids)).toEqual([]);
        expect(new Set(ids).size).toBe(ids.length);
        // Between two shifts, a pass may notice nothing but find what the previous one had lost.
        if (shifting.filter((some) => some.length > 0).length <= 2) expect(summary.heldStill).toBe(true);
        if (summary.gap === options.phantoms) expect(summary.foundAtEnd).toBe(list.ids.length);
        expect(list.calls).toBeLessThan(summary.passes * (110 / options.pageSize + 8 + ahead));
        expect(list.running).toBe(0);
      }),
      { numRuns: 600 },
    );
  });

  test('When it has one record as it is found out what the index counts, then a later pass finds it out', async () => {
    const shifts: Shift[][] = [[], [{ kind: 'insert', at: 0 }], [], [], [{ kind: 'insert', at: 0 }]];
    const list = new ShiftingList({
      total: 0,
      pageSize: 2,
      meaning: 'record',
      pastEnd: 'repeat',
      phantoms: 3,
      shifts,
    });
    const { ids, summary } = await readAll(list, { pageSize: 2, startIndex: 'detect' });
    expect(new Set(ids)).toEqual(new Set(list.ids));
    expect(summary).toMatchObject({ heldStill: true, foundAtEnd: 2 });
  });

  test('When it never holds still, then reading ends after five passes and says so', async () => {
    const always = Array.from({ length: 400 }, (_, at): Shift[] => [
      { kind: at % 2 === 0 ? 'insert' : 'delete', at: 0.5 },
    ]);
    const list = new ShiftingList({
      total: 40,
      pageSize: 10,
      meaning: 'page',
      pastEnd: 'repeat',
      shifts: always,
    });
    const { summary } = await readAll(list, { pageSize: 10, startIndex: 'page' }, { ahead: 2 });
    expect(summary).toMatchObject({ passes: 5, shifted: true, heldStill: false });
    expect(list.calls).toBeLessThan(40);
  });
});

describe('Reading resumes after a crash', () => {
  test('When it crashes at any records, then every record that was there all the time is handed on', async () => {
    const stops = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 });
    const meanwhile = fc.array(shift, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        source,
        readers,
        shifts(2),
        stops,
        meanwhile,
        async (options, { ahead, detect }, shifting, crashes, away) => {
          const list = new ShiftingList({ ...options, shifts: shifting });
          const spec = specOf(options, detect);
          const read: string[] = [];
          let from: ReadingCursor | null = null;
          for (const [index, stopAfter] of [...crashes, Infinity].entries()) {
            const part = await readAll(list, spec, { ahead, from, stopAfter });
            read.push(...part.ids);
            from = part.cursor;
            expect(list.running).toBe(0);
            if (!part.ended) for (const some of away[index] ?? []) list.shift(some);
            else if (part.summary.heldStill) break;
          }
          expect(missing(list, read)).toEqual([]);
        },
      ),
      { numRuns: 600 },
    );
  });

  test('When nothing has shifted since, then only what was not done is handed on', async () => {
    await fc.assert(
      fc.asyncProperty(
        source,
        readers,
        fc.integer({ min: 1, max: 90 }),
        async (options, { ahead, detect }, stop) => {
          const list = new ShiftingList(options);
          const spec = specOf(options, detect);
          const before = await readAll(list, spec, { ahead, stopAfter: stop });
          fc.pre(before.cursor !== null);
          const after = await readAll(list, spec, { ahead, from: before.cursor });
          expect([...before.ids, ...after.ids]).toEqual(list.ids);
          expect(after.summary).toMatchObject({
            foundAtEnd: options.total,
            gap: options.phantoms,
            shifted: false,
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});
