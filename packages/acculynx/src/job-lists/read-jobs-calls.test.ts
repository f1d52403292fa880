import { describe, expect, test } from '@jest/globals';
import { jobMilestones } from '../records/jobs-query.ts';
import { readAllJobs } from './testing/read-all-jobs.ts';
import { ShiftingJobs, type JobShift, type ShiftingJobsOptions } from './testing/shifting-jobs.ts';

const options: ShiftingJobsOptions = {
  unassigned: 490,
  assigned: 1_510,
  pageSize: 25,
  counts: 'asked',
  pastEnd: 'empty',
  highestIndex: 100_000,
};
/** A shift right before this answer, counted from 1. */
const before = (answer: number, shift: JobShift): (JobShift | null)[] =>
  Array.from({ length: answer }, (_, at) => (at === answer - 1 ? shift : null));

describe('Calls', () => {
  test('When 2,000 jobs hold still, then there are as many calls as pages and a handful', async () => {
    const jobs = new ShiftingJobs(options);
    await readAllJobs(jobs, options, { ahead: 6 });
    expect(jobs.asked).toHaveLength(81 + 4);
  });

  test('When the lists are as long as each other, then one call more shows whether each counts itself', async () => {
    // A full last page is followed by one that is empty.
    const equal = { ...options, unassigned: 1_000, assigned: 1_000 };
    const jobs = new ShiftingJobs(equal);
    const { summary } = await readAllJobs(jobs, equal, { ahead: 6 });
    expect(jobs.asked).toHaveLength(80 + 8);
    expect(summary).toMatchObject({ countedBySource: 2_000, gap: 0 });
  });

  test('When there are no jobs, or few, then hardly anything is asked', async () => {
    for (const [unassigned, assigned, calls] of [
      [0, 0, 4],
      [3, 10, 4],
    ] as const) {
      const few = { ...options, unassigned, assigned };
      const jobs = new ShiftingJobs(few);
      await readAllJobs(jobs, few);
      expect(jobs.asked).toHaveLength(calls);
    }
  });

  test('When only the unassigned list has changed, then only that one is read again', async () => {
    const first = new ShiftingJobs(options).jobs.findIndex(({ assignment }) => assignment === 'unassigned');
    // The 85th call looks at the unassigned list again.
    const shifts = before(85, { kind: 'insert', at: (first + 0.5) / 2_000 });
    const jobs = new ShiftingJobs({ ...options, shifts });
    const { ids, summary } = await readAllJobs(jobs, options);
    expect(ids).toHaveLength(2_001);
    const again = jobs.asked.slice(84).map(({ assignment }) => assignment);
    // The look is its first page; then the end is looked at, and the assigned list's count, twice.
    expect(again.filter((assignment) => assignment === 'unassigned')).toHaveLength(20 + 1);
    expect(again.filter((assignment) => assignment === 'assigned')).toHaveLength(2);
    expect(summary).toMatchObject({ heldStill: true, gap: 0 });
  });

  test('When the total changes, then it is reported, beginning with that of both lists', async () => {
    const told: number[] = [];
    const jobs = new ShiftingJobs({ ...options, shifts: before(40, { kind: 'insert', at: 0.5 }) });
    await readAllJobs(jobs, options, { onCount: (count) => told.push(count) });
    expect(told).toEqual([2_000, 2_001]);
  });

  test('When dead leads are wanted, then the unassigned list alone is asked for them', async () => {
    const few = { ...options, unassigned: 3, assigned: 10 };
    for (const includeDead of [true, false]) {
      const jobs = new ShiftingJobs(few);
      await readAllJobs(jobs, few, { includeDead });
      for (const { assignment, milestones } of jobs.asked)
        expect(milestones).toEqual(includeDead && assignment === 'unassigned' ? jobMilestones : undefined);
    }
  });
});

describe('Jobs that move between the lists', () => {
  const few = { ...options, unassigned: 50, assigned: 150 };
  // 2 looks and 2 calls for the unassigned list; the assigned list is being read.
  const whileAssignedIsRead = 9;

  test('When a job becomes assigned after it was read, then it is met twice and handed on once', async () => {
    const jobs = new ShiftingJobs(few);
    const job = jobs.jobs.findIndex(({ assignment }) => assignment === 'unassigned');
    const moving = new ShiftingJobs({
      ...few,
      shifts: before(whileAssignedIsRead, { kind: 'move', at: (job + 0.5) / 200 }),
    });
    const { ids } = await readAllJobs(moving, few);
    expect(ids).toHaveLength(200);
    expect(moving.missing(ids)).toEqual([]);
  });

  test('When a job becomes unassigned before it was read, then it is found there, whatever else has changed', async () => {
    const jobs = new ShiftingJobs(few);
    const last = jobs.jobs.findLastIndex(({ assignment }) => assignment === 'assigned');
    const first = jobs.jobs.findIndex(({ assignment }) => assignment === 'unassigned');
    const shifts: (JobShift | null)[] = before(whileAssignedIsRead, { kind: 'move', at: (last + 0.5) / 200 });
    // The unassigned list's count has not changed.
    shifts.push({ kind: 'delete', at: (first + 0.5) / 200 });
    const moving = new ShiftingJobs({ ...few, shifts });
    const { ids, summary } = await readAllJobs(moving, few);
    expect(moving.missing(ids)).toEqual([]);
    expect(summary).toMatchObject({ shifted: true, heldStill: true, foundAtEnd: 199, countedBySource: 199 });
  });
});

describe('Checking again the jobs that were read', () => {
  const few = { ...options, unassigned: 50, assigned: 150 };
  const { signal } = new AbortController();

  test('When both lists held still, then that is seen by their first and last pages', async () => {
    const jobs = new ShiftingJobs(few);
    const { reading } = await readAllJobs(jobs, few);
    const before = jobs.asked.length;
    expect(await reading.hasChanged(signal)).toBe(false);
    expect(jobs.asked.length - before).toBeLessThanOrEqual(4);
    expect(reading.summary.heldStill).toBe(true);
  });

  test.each([
    ['comes', ['insert']],
    ['changes its list', ['move']],
    ['comes where another one goes', ['delete', 'insert']],
  ] as const)('When a job %s, then that is seen', async (_, kinds) => {
    const jobs = new ShiftingJobs(few);
    const { reading } = await readAllJobs(jobs, few);
    for (const kind of kinds) jobs.shift({ kind, at: 0 });
    expect(await reading.hasChanged(signal)).toBe(true);
    expect(reading.summary.heldStill).toBe(false);
  });
});
