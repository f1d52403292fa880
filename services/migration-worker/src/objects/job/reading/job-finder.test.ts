import { jobSchema, type AcculynxClient, type AcculynxJob, type JobsQuery } from '@ridgeline/acculynx';
import { describe, expect, test } from '@jest/globals';
import { aDueRecord } from '../../../sync/testing.ts';
import { settling } from '../../../vendors/testing/settling.ts';
import { JobFinder } from './job-finder.ts';

const start = Date.parse('2026-11-25T10:00:00.000Z');
const at = (seconds: number): string => new Date(start + seconds * 1_000).toISOString();

/** A job that was changed so many seconds after the start. */
const aJob = (id: string, changedAt: number): AcculynxJob =>
  jobSchema.parse({ id, modifiedDate: at(changedAt) });

/** AccuLynx with these jobs; `calls` names each call. */
function lists(jobs: {
  readonly assigned: readonly AcculynxJob[];
  readonly unassigned: readonly AcculynxJob[];
}) {
  const calls: string[] = [];
  const client = {
    jobsPage({ startIndex, assignment, latestFirst }: JobsQuery) {
      calls.push(`${assignment} ${String(startIndex)}${latestFirst ? '' : ' by creation'}`);
      const sorted = jobs[assignment].toSorted((a, b) =>
        (b.modifiedDate ?? '').localeCompare(a.modifiedDate ?? ''),
      );
      const items = sorted.slice(startIndex, startIndex + 25);
      return Promise.resolve({ outcome: 'ok', value: { count: sorted.length, startIndex, items } });
    },
    job(id: string) {
      calls.push(id);
      return Promise.resolve({ outcome: 'ok', value: jobs.assigned.find((job) => job.id === id) ?? null });
    },
  };
  const { signal } = new AbortController();
  const acculynx = { ...settling(client as unknown as AcculynxClient), stopping: signal };
  const finder = new JobFinder();
  const find = async (
    ids: Readonly<Record<string, number>>,
    takenAt = at(1_000),
    hubspotId: string | null = null,
  ) => {
    calls.length = 0;
    const records = Object.entries(ids).map(([id, known]) =>
      aDueRecord(id, { knownAt: at(known), hubspotId }),
    );
    const found = await finder.find(acculynx, { records, takenAt }, signal);
    return { found: [...found.keys()].sort(), calls: [...calls] };
  };
  return { find };
}

const many = (prefix: string, count: number, since: number): AcculynxJob[] =>
  Array.from({ length: count }, (_, index) => aJob(`${prefix}-${String(index)}`, since + index));

describe('The jobs of a round are found with few calls', () => {
  test('When several jobs changed a moment ago, then the newest page of each list serves them all', async () => {
    const { find } = lists({ assigned: many('a', 100, 0), unassigned: many('u', 100, 0) });
    expect(await find({ 'a-99': 100, 'a-98': 100, 'u-99': 100 })).toEqual({
      found: ['a-98', 'a-99', 'u-99'],
      calls: ['assigned 0', 'unassigned 0'],
    });
  });

  test('When all of them are on the page of assigned jobs, then the other list is not read', async () => {
    const { find } = lists({ assigned: many('a', 100, 0), unassigned: many('u', 100, 0) });
    expect((await find({ 'a-99': 100, 'a-98': 100 })).calls).toEqual(['assigned 0']);
  });

  test('When a single job is due, then it is read singly', async () => {
    const { find } = lists({ assigned: many('a', 100, 0), unassigned: [] });
    expect(await find({ 'a-99': 100 })).toEqual({ found: ['a-99'], calls: ['a-99'] });
  });

  test('When a job answers 404 because it is unassigned, then its list is read from the newest down until it is found', async () => {
    const { find } = lists({ assigned: [], unassigned: many('u', 60, 0) });
    expect(await find({ 'u-20': 25 })).toEqual({
      found: ['u-20'],
      calls: ['u-20', 'unassigned 0', 'unassigned 25'],
    });
  });

  test('When a job is nowhere, then the list of unassigned ones is read no further than its event may be late', async () => {
    const { find } = lists({ assigned: [], unassigned: many('u', 2_000, -1_950) });
    const { found, calls } = await find({ gone: 50 });
    expect(found).toEqual([]);
    expect(calls.at(-1)).toBe('unassigned 900');
  });

  test('When a linked job is unassigned and its event was repeated hours later, then it is found, however far down', async () => {
    const { find } = lists({ assigned: [], unassigned: many('u', 60, 0) });
    expect(await find({ 'u-0': 8 * 3_600 }, at(9 * 3_600), 'deal-1')).toEqual({
      found: ['u-0'],
      calls: ['u-0', 'unassigned 0', 'unassigned 25', 'unassigned 50'],
    });
  });

  test('When one of several jobs changed long before, then no pages are read for it: it is read singly', async () => {
    const { find } = lists({ assigned: many('a', 1_000, 0), unassigned: many('u', 1_000, 0) });
    expect(await find({ 'a-999': 1_000, 'u-998': 1_000, 'a-998': 1_000, 'a-3': 4 })).toEqual({
      found: ['a-3', 'a-998', 'a-999', 'u-998'],
      calls: ['assigned 0', 'unassigned 0', 'a-3'],
    });
  });

  test('When an import changed a thousand jobs, then the rounds together read each page about once', async () => {
    const { find } = lists({ assigned: many('a', 1_000, 0), unassigned: [] });
    let calls = 0;
    for (let round = 0; round < 10; round += 1) {
      const ids = many('a', 1_000, 0).slice(round * 100, round * 100 + 100);
      const due = Object.fromEntries(ids.map(({ id }, index) => [id, round * 100 + index]));
      const answer = await find(due, at(2_000 + round));
      expect(answer.found).toHaveLength(100);
      calls += answer.calls.length;
    }
    expect(calls).toBeLessThanOrEqual(52);
  });

  test('When a job changes again after its page was read, then it is read again', async () => {
    const { find } = lists({ assigned: many('a', 100, 0), unassigned: [] });
    await find({ 'a-99': 100, 'a-98': 100 });
    expect((await find({ 'a-97': 500 }, at(1_001))).calls).toEqual([]);
    expect((await find({ 'a-97': 1_000 }, at(1_002))).calls).toEqual(['a-97']);
  });
});
