import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import type { JobsCursor } from './jobs-cursor.ts';
import { readAllJobs } from './testing/read-all-jobs.ts';
import { ShiftingJobs, type JobShift, type ShiftingJobsOptions } from './testing/shifting-jobs.ts';

const source = fc.record({
  unassigned: fc.nat(40),
  assigned: fc.nat(60),
  pageSize: fc.integer({ min: 2, max: 10 }),
  counts: fc.constant('asked' as const),
  pastEnd: fc.constantFrom('empty' as const, '416' as const),
  phantoms: fc.constantFrom(0, 0, 1, 3),
  turns: fc.array(fc.nat(12), { maxLength: 12 }),
  highestIndex: fc.constantFrom(1_000, 20),
  days: fc.integer({ min: 10, max: 30 }),
  hoursBehind: fc.constantFrom(0, 6, -10),
});
const ahead = fc.integer({ min: 1, max: 6 });
const shift = fc.record<JobShift>({
  kind: fc.constantFrom('insert' as const, 'delete' as const, 'move' as const),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
});
/** Shifts before some of the first answers. */
const shifts = (most: number) =>
  fc
    .array(fc.tuple(fc.nat(30), shift), { maxLength: most })
    .map((some) =>
      Array.from({ length: 31 }, (_, at) => some.find(([before]) => before === at)?.[1] ?? null),
    );

/** Any way of counting: counts of all jobs, or none at all, can hide more shifts. */
const anyCounts = fc.constantFrom('asked' as const, 'everything' as const, 'none' as const);

describe('Lists of jobs that hold still', () => {
  test('All of both is read once, unassigned jobs first', async () => {
    await fc.assert(
      fc.asyncProperty(source, anyCounts, ahead, async (options, counts, ahead) => {
        const jobs = new ShiftingJobs({ ...options, counts, phantoms: 0 });
        const { ids, summary } = await readAllJobs(jobs, options, { ahead });
        expect(ids).toEqual([...jobs.idsOf('unassigned'), ...jobs.idsOf('assigned')]);
        const total = jobs.jobs.length;
        expect(summary).toMatchObject({
          distinctRead: total,
          foundAtEnd: total,
          shifted: false,
          heldStill: true,
          cutOff: [],
        });
        if (counts === 'none' && total > 0) expect(summary.countedBySource).toBeNull();
        if (counts === 'asked' && options.pastEnd === 'empty') expect(summary.countedBySource).toBe(total);
        expect(summary.gap).toBe(summary.countedBySource === null ? null : 0);
        expect(jobs.maxConcurrent).toBeLessThanOrEqual(ahead);
        expect(jobs.running).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  test('When AccuLynx counts some that it does not hand out, then the gap tells them', async () => {
    const options = { ...fixed, unassigned: 12, assigned: 30, phantoms: 2 };
    const { summary } = await readAllJobs(new ShiftingJobs(options), options);
    expect(summary).toMatchObject({ foundAtEnd: 42, countedBySource: 46, gap: 4 });
  });
});

const fixed = {
  unassigned: 20,
  assigned: 50,
  pageSize: 10,
  counts: 'asked',
  pastEnd: 'empty',
  highestIndex: 1_000,
} satisfies ShiftingJobsOptions;

/** Lists at the edge of the readable range, in which jobs were once missed. */
const atEdge = {
  ...fixed,
  phantoms: 0 as const,
  turns: [],
  highestIndex: 20 as const,
  days: 10,
  hoursBehind: 0 as const,
};
const insertFirst: JobShift = { kind: 'insert', at: 0 };
const moveFirst: JobShift = { kind: 'move', at: 0 };
/** A lead is deleted, then a job becomes one, before a list is read in slices: only the count of the whole list shows it. */
const movedBeforeSlices = { ...atEdge, unassigned: 1, assigned: 21, pageSize: 2 };
/** A list that was readable to its end when it was counted. */
const outgrown = { ...atEdge, unassigned: 0, assigned: 20, pageSize: 3 };
/** No job is unassigned, so the total count equals that of the assigned jobs. */
const countedOnce = { ...atEdge, unassigned: 0, assigned: 4, pageSize: 2, pastEnd: '416' as const };

describe('Lists of jobs that shift while they are read', () => {
  test('Every job that was in either of them all the time is handed on, once', async () => {
    await fc.assert(
      fc.asyncProperty(source, ahead, shifts(2), async (options, ahead, shifts) => {
        const jobs = new ShiftingJobs({ ...options, shifts });
        const { ids, summary } = await readAllJobs(jobs, options, { ahead });
        expect(jobs.missing(ids)).toEqual([]);
        expect(new Set(ids).size).toBe(ids.length);
        expect(summary.distinctRead).toBe(ids.length);
        expect(jobs.running).toBe(0);
      }),
      {
        numRuns: 500,
        examples: [
          [movedBeforeSlices, 1, [null, null, { kind: 'delete', at: 0.96 }, moveFirst]],
          [outgrown, 1, [null, insertFirst, insertFirst]],
        ],
      },
    );
  });

  test('When AccuLynx counts everything, or nothing, and one thing happens, then nothing is missing either', async () => {
    await fc.assert(
      fc.asyncProperty(source, anyCounts, ahead, shifts(1), async (options, counts, ahead, shifts) => {
        const jobs = new ShiftingJobs({ ...options, counts, shifts });
        const { ids } = await readAllJobs(jobs, options, { ahead });
        expect(jobs.missing(ids)).toEqual([]);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 250, examples: [[countedOnce, 'everything', 1, [null, moveFirst]]] },
    );
  });

  test('When they never hold still, then reading ends and says so', async () => {
    const always = Array.from({ length: 5_000 }, (_, at): JobShift => ({
      kind: at % 2 === 0 ? 'insert' : 'delete',
      at: 0.5,
    }));
    for (const counts of ['asked', 'everything', 'none'] as const) {
      const jobs = new ShiftingJobs({ ...fixed, counts, shifts: always });
      const { summary } = await readAllJobs(jobs, fixed, { ahead: 2 });
      expect(summary).toMatchObject({ heldStill: false, shifted: true });
      expect(jobs.asked.length).toBeLessThan(500);
    }
  });
});

describe('Reading jobs resumes after a crash', () => {
  test('When it crashes at any jobs, then every job that was there all the time is handed on', async () => {
    const stops = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        source,
        anyCounts,
        ahead,
        shifts(1),
        stops,
        fc.array(shift, { maxLength: 1 }),
        async (options, counts, ahead, shifts, crashes, away) => {
          const jobs = new ShiftingJobs({ ...options, counts, shifts: counts === 'asked' ? shifts : [] });
          const read: string[] = [];
          let from: JobsCursor | null = null;
          for (const [index, stopAfter] of [...crashes, Infinity].entries()) {
            const part = await readAllJobs(jobs, options, { ahead, from, stopAfter });
            read.push(...part.ids);
            from = part.cursor;
            expect(jobs.running).toBe(0);
            if (part.ended) break;
            for (const some of away.slice(index, index + 1)) jobs.shift(some);
          }
          expect(jobs.missing(read)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
