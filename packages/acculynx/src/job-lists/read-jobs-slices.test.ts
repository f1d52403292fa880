import { describe, expect, test } from '@jest/globals';
import { readAllJobs } from './testing/read-all-jobs.ts';
import { ShiftingJobs, type ShiftingJobsOptions } from './testing/shifting-jobs.ts';

const options: ShiftingJobsOptions = {
  unassigned: 30,
  assigned: 400,
  pageSize: 10,
  counts: 'asked',
  pastEnd: '416',
  highestIndex: 100,
  days: 200,
};

describe('More jobs than the start index can reach', () => {
  for (const counts of ['asked', 'list', 'everything', 'none'] as const)
    test(`When AccuLynx counts ${counts}, then days are asked for in slices, and all is read`, async () => {
      const jobs = new ShiftingJobs({ ...options, counts, pastEnd: 'empty' });
      const { ids, summary } = await readAllJobs(jobs, options, { ahead: 3 });
      expect(ids).toEqual([...jobs.idsOf('unassigned'), ...jobs.idsOf('assigned')]);
      expect(summary).toMatchObject({ foundAtEnd: 430, heldStill: true, cutOff: [] });
      expect(summary.gap).toBe(counts === 'asked' ? 0 : null);
      // A slice with an untrusted count is read twice.
      expect(jobs.asked.length).toBeLessThan(counts === 'asked' ? 120 : 240);
    });

  test('When days are sliced, then each slice asks for one day more at each end, and all together for every day', async () => {
    const jobs = new ShiftingJobs(options);
    await readAllJobs(jobs, options);
    const read = jobs.asked.filter(({ created, startIndex }) => created && startIndex === 10);
    const spans = read.flatMap(({ created }) => created ?? []);
    expect(spans.length).toBeGreaterThan(3);
    for (const [index, { from }] of spans.slice(1).entries()) {
      const day = Date.parse(spans[index]?.to ?? '');
      expect(new Date(day - 86_400_000).toISOString().slice(0, 10)).toBe(from);
    }
  });

  test('When one day holds more than can be read, then its neighbours are whole and the summary names it', async () => {
    for (const counts of ['asked', 'everything'] as const) {
      const full = { ...options, assigned: 600, days: 3, counts };
      const { ids, summary } = await readAllJobs(new ShiftingJobs(full), full);
      expect(ids).toHaveLength(30 + 3 * 110);
      const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
      expect(summary.cutOff).toEqual(
        days.map((day) => ({ assignment: 'assigned', days: { from: day, to: day } })),
      );
      expect(summary).toMatchObject({ foundAtEnd: 360, gap: counts === 'asked' ? 270 : null });
    }
  });

  test('When a full day is next to small ones, then those are read without it', async () => {
    const full = { ...options, pastEnd: 'empty' as const, unassigned: 0, assigned: 150, days: 1 };
    const jobs = new ShiftingJobs(full);
    for (const at of [0, 0.999]) jobs.shift({ kind: 'insert', at });
    const { ids, summary } = await readAllJobs(jobs, full);
    expect(ids).toHaveLength(110);
    expect(summary).toMatchObject({ gap: 42, cutOff: [{ days: { from: '2026-01-01' } }] });
  });

  test('When the total count matches that of a list, then slices are still found', async () => {
    // No job is unassigned, and an empty day is answered without a count.
    const all = { ...options, unassigned: 0, counts: 'everything' as const };
    const jobs = new ShiftingJobs(all);
    const { ids, summary } = await readAllJobs(jobs, all);
    expect(ids).toEqual(jobs.idsOf('assigned'));
    expect(summary.cutOff).toEqual([]);
    expect(jobs.asked.length).toBeLessThan(160);
  });

  test('When single days cannot be requested, then the list is read as far as possible, and that is reported', async () => {
    for (const counts of ['asked', 'everything', 'none'] as const) {
      const jobs = new ShiftingJobs({ ...options, counts, ignoresDays: true });
      const { ids, summary } = await readAllJobs(jobs, options);
      expect(ids).toHaveLength(30 + 110);
      expect(summary).toMatchObject({ cutOff: [{ assignment: 'assigned', days: null }] });
      expect(jobs.asked.length).toBeLessThan(60);
    }
  });

  test('When a crash comes in the middle of the slices, then the next reading resumes behind it', async () => {
    const jobs = new ShiftingJobs(options);
    const first = await readAllJobs(jobs, options, { stopAfter: 200 });
    const callsBefore = jobs.asked.length;
    const second = await readAllJobs(jobs, options, { from: first.cursor });
    expect([...first.ids, ...second.ids].slice(0, 200)).toEqual(first.ids);
    expect(jobs.missing([...first.ids, ...second.ids])).toEqual([]);
    // Only the days at the edges of slices are read twice.
    expect(second.ids.length).toBeLessThan(430 - 200 + 20);
    expect(jobs.asked.length - callsBefore).toBeLessThan(60);
    expect(second.summary).toMatchObject({ foundAtEnd: 430, gap: 0, countedBySource: 430 });
  });
});
