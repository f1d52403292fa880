import { jobSchema, type AcculynxClient, type AcculynxJob, type JobsQuery } from '@ridgeline/acculynx';
import type { DueRecord } from '@ridgeline/contracts/internal';
import { describe, expect, test } from '@jest/globals';
import { ListOrder } from '../../../base/list-order.ts';
import { aDueRecord } from '../../../sync/testing.ts';
import { AnsweredInSteps } from '../../../vendors/testing/answered-in-steps.ts';
import { settling } from '../../../vendors/testing/settling.ts';
import { JobFinder } from './job-finder.ts';

const start = Date.parse('2026-11-25T10:00:00.000Z');
const at = (seconds: number): string => new Date(start + seconds * 1_000).toISOString();

/** A job that was changed this many seconds after the start. */
const aJob = (id: string, changedAt: number): AcculynxJob =>
  jobSchema.parse({ id, modifiedDate: at(changedAt) });

/** AccuLynx with these jobs; `calls` names each call. */
function lists(
  jobs: { readonly assigned: readonly AcculynxJob[]; readonly unassigned: readonly AcculynxJob[] },
  { ignoresStart = false } = {},
) {
  const calls: string[] = [];
  const inSteps = new AnsweredInSteps();
  const { steps } = inSteps;
  const beforeCall = new Map<string, () => unknown>();
  const answered = <Value>(call: string, value: Value) => {
    calls.push(call);
    return inSteps.answer(call, value);
  };
  const client = {
    jobsPage({ startIndex, assignment, latestFirst }: JobsQuery) {
      const call = `${assignment} ${String(startIndex)}${latestFirst ? '' : ' by creation'}`;
      beforeCall.get(call)?.();
      const sorted = jobs[assignment].toSorted((a, b) =>
        (b.modifiedDate ?? '').localeCompare(a.modifiedDate ?? ''),
      );
      const start = ignoresStart ? 0 : startIndex;
      const items = sorted.slice(start, start + 25);
      return answered(call, { count: sorted.length, startIndex, items });
    },
    job(id: string) {
      return answered(id, jobs.assigned.find((job) => job.id === id) ?? null);
    },
  };
  const { signal } = new AbortController();
  const acculynx = { ...settling(client as unknown as AcculynxClient), stopping: signal };
  const finder = new JobFinder();
  const order = new ListOrder();
  const noted: string[] = [];
  const lacking = (id: string, known: number) => finder.lacking([aDueRecord(id, { knownAt: at(known) })]);
  const find = async (
    ids: Readonly<Record<string, number>>,
    takenAt = at(1_000),
    {
      hubspotId = null,
      changedAt = null,
      readAt = null,
      alsoWaiting = 0,
    }: Partial<Pick<DueRecord, 'hubspotId' | 'changedAt'>> & {
      readonly readAt?: string | null;
      readonly alsoWaiting?: number;
    } = {},
  ) => {
    calls.length = 0;
    steps.length = 0;
    const records = Object.entries(ids).map(([id, known]) =>
      aDueRecord(id, { knownAt: at(known), hubspotId, changedAt }),
    );
    const databaseTime = () => readAt ?? takenAt;
    const noteKept = (id: string) => void noted.push(id);
    const found = await finder.find(
      { ...acculynx, databaseTime },
      { records, takenAt, alsoWaiting },
      { lists: order, noteKept, signal },
    );
    return { found: [...found.keys()].sort(), calls: [...calls] };
  };
  return { find, lacking, noted, steps, beforeCall, order };
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

  test('When both lists are read, then their pages are asked for side by side', async () => {
    const { find, steps } = lists({ assigned: many('a', 100, 0), unassigned: many('u', 100, 0) });
    await find({ 'a-99': 100, 'a-98': 100, 'u-99': 100 });
    expect(steps).toEqual([['assigned 0', 'unassigned 0']]);
  });

  test('When all of them are linked, and on the page of assigned jobs, then the other list is not read', async () => {
    const { find } = lists({ assigned: many('a', 100, 0), unassigned: many('u', 100, 0) });
    const linked = { hubspotId: 'deal-1' };
    expect((await find({ 'a-99': 100, 'a-98': 100 }, at(1_000), linked)).calls).toEqual(['assigned 0']);
  });

  test('When linked jobs were among the unassigned ones before, then both lists are asked for side by side', async () => {
    const { find, steps } = lists({ assigned: many('a', 100, 0), unassigned: many('u', 100, 0) });
    const linked = { hubspotId: 'deal-1' };
    expect(await find({ 'a-99': 100, 'u-99': 100 }, at(200), linked)).toEqual({
      found: ['a-99', 'u-99'],
      calls: ['assigned 0', 'unassigned 0'],
    });
    await find({ 'a-99': 300, 'u-99': 300 }, at(301), linked);
    expect(steps).toEqual([['assigned 0', 'unassigned 0']]);
  });

  test('When earlier pages told how dense the lists are, then what changed long before is read singly beside the first pages', async () => {
    const { find, steps } = lists({ assigned: many('a', 1_000, 0), unassigned: many('u', 1_000, 0) });
    await find({ 'a-999': 990, 'u-999': 990 }, at(1_000));
    const ids = ['a-974', 'a-973', 'a-972', 'u-974', 'u-973', 'u-972'];
    const wanted = Object.fromEntries(ids.map((id) => [id, Number(id.slice(2)) + 1]));
    expect((await find({ ...wanted, 'a-3': 4 }, at(1_001))).found).toHaveLength(7);
    expect(steps).toEqual([
      ['assigned 0', 'unassigned 0', 'a-3'],
      ['assigned 25', 'unassigned 25'],
    ]);
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
    const { found, calls } = await find({ gone: 50 }, at(1_000), { changedAt: at(50) });
    expect(found).toEqual([]);
    expect(calls.at(-1)).toBe('unassigned 900');
  });

  test('When a linked job is unassigned and its event was repeated hours later, then it is found, however far down', async () => {
    const { find } = lists({ assigned: [], unassigned: many('u', 60, 0) });
    expect(await find({ 'u-0': 8 * 3_600 }, at(9 * 3_600), { hubspotId: 'deal-1' })).toEqual({
      found: ['u-0'],
      calls: ['u-0', 'unassigned 0', 'unassigned 25', 'unassigned 50'],
    });
  });

  test('When the event of a new unassigned job is received hours late, then it is found by the time that AccuLynx dates it', async () => {
    const { find } = lists({ assigned: [], unassigned: many('u', 1_000, 0) });
    const { found, calls } = await find({ 'u-500': 8 * 3_600 }, at(9 * 3_600), { changedAt: at(500) });
    expect(found).toEqual(['u-500']);
    expect(calls).toHaveLength(1 + 20);
  });

  test('When an event of a new unassigned job does not say when it happened, then the whole list is read before the job is gone', async () => {
    const { find } = lists({ assigned: [], unassigned: many('u', 1_000, 0) });
    expect((await find({ 'u-0': 8 * 3_600 }, at(9 * 3_600))).found).toEqual(['u-0']);
  });

  test('When so many jobs change while an unassigned one is looked for that a page brings nothing new, then it is found', async () => {
    const unassigned = many('u', 60, 0);
    const { find, beforeCall } = lists({ assigned: [], unassigned });
    beforeCall.set('unassigned 25', () => unassigned.push(...many('newer', 25, 100)));
    expect((await find({ 'u-20': 25 })).found).toEqual(['u-20']);
  });

  test('When AccuLynx ignores the start index, then the list is not read for ever', async () => {
    const { find } = lists({ assigned: [], unassigned: many('u', 60, 0) }, { ignoresStart: true });
    expect(await find({ gone: 25 })).toEqual({
      found: [],
      calls: ['gone', 'unassigned 0', 'unassigned 25', 'unassigned 50'],
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

  test('When many more jobs wait than a round holds, then the pages down to the oldest are read once, and serve the next rounds', async () => {
    const jobs = many('a', 3_000, 0);
    const { find } = lists({ assigned: jobs, unassigned: [] });
    const round = (first: number) =>
      Object.fromEntries(jobs.slice(first, first + 100).map(({ id }, index) => [id, first + index]));
    const alone = await find(round(0), at(3_010));
    expect(alone.calls.filter((call) => call.startsWith('a-'))).toHaveLength(100);
    const { find: findAll } = lists({ assigned: jobs, unassigned: [] });
    const first = await findAll(round(0), at(3_010), { alsoWaiting: 2_900 });
    expect(first.found).toHaveLength(100);
    expect(first.calls.length).toBeLessThanOrEqual(125);
    expect((await findAll(round(100), at(3_020), { alsoWaiting: 2_800 })).calls).toEqual([]);
  });

  test('When most of a list is read in a backlog, then it is read to its end, for the older ones that wait', async () => {
    const jobs = many('a', 1_000, 0);
    const { find } = lists({ assigned: jobs, unassigned: [] });
    const due = (some: readonly AcculynxJob[]) =>
      Object.fromEntries(some.map(({ id }) => [id, Number(id.slice(2))]));
    const first = await find(due(jobs.slice(200, 300)), at(1_010), { alsoWaiting: 300 });
    expect(first.found).toHaveLength(100);
    expect((await find(due(jobs.slice(0, 100)), at(1_020), { alsoWaiting: 200 })).calls).toEqual([]);
  });

  test('When a list is read that goes ahead, then pages for a backlog wait for it, and those for a few jobs do not', async () => {
    const jobs = many('a', 300, 0);
    const { find, order, steps } = lists({ assigned: jobs, unassigned: [] });
    const list = Promise.withResolvers<undefined>();
    const ahead = order.ahead(() => list.promise);
    expect((await find({ 'a-299': 299 }, at(1_000))).found).toEqual(['a-299']);
    const ids = Object.fromEntries(jobs.slice(0, 100).map(({ id }, index) => [id, index]));
    const backlog = find(ids, at(1_000), { alsoWaiting: 300 });
    // A page that need not wait is requested immediately.
    await new Promise((resolve) => setImmediate(resolve));
    expect(steps).toEqual([]);
    list.resolve(undefined);
    await ahead;
    expect((await backlog).found).toHaveLength(100);
  });

  test('When a list shifts while its pages are read side by side, then no job between them is missed', async () => {
    const jobs = many('a', 400, 0);
    const { find, beforeCall, steps } = lists({ assigned: jobs, unassigned: [] });
    const newest: AcculynxJob[] = [];
    // As if it had been answered before the page above it, and two jobs had changed in between.
    beforeCall.set('assigned 49', () => newest.push(...jobs.splice(-2)));
    beforeCall.set('assigned 73', () => jobs.push(...newest.splice(0)));
    const wanted = jobs.slice(250, 350).map(({ id }) => [id, Number(id.slice(2))] as const);
    const { found, calls } = await find(Object.fromEntries(wanted), at(400), { hubspotId: 'deal-1' });
    expect(found).toHaveLength(100);
    expect(steps[1]).toEqual(['assigned 25', 'assigned 49', 'assigned 73']);
    expect(steps[2]?.[0]).toBe('assigned 50');
    expect(calls.filter((call) => call.startsWith('a-'))).toEqual([]);
  });

  test('When a job changed after a round was taken and before its page was read, then the next round reads it no more', async () => {
    const { find } = lists({ assigned: many('a', 100, 0), unassigned: [] });
    await find({ 'a-98': 100, 'a-97': 100 }, at(200), { readAt: at(205) });
    expect(await find({ 'a-99': 202, 'a-96': 202 }, at(206))).toEqual({ found: ['a-96', 'a-99'], calls: [] });
  });

  test('When a job was due in the round that read its page, then the next round in which it is due reads it again', async () => {
    const { find, lacking, noted } = lists({ assigned: many('a', 100, 0), unassigned: [] });
    await find({ 'a-99': 99, 'a-98': 98 }, at(200));
    expect([noted.includes('a-97'), lacking('a-97', 97), lacking('a-99', 99)]).toEqual([true, 0, 1]);
    expect((await find({ 'a-99': 99 }, at(201))).calls).not.toEqual([]);
    expect((await find({ 'a-97': 97 }, at(201))).calls).toEqual([]);
    expect((await find({ 'a-97': 97 }, at(202))).calls).not.toEqual([]);
  });

  test('When a job changes again after its page was read, then it is read again', async () => {
    const { find, lacking } = lists({ assigned: many('a', 100, 0), unassigned: [] });
    await find({ 'a-99': 100, 'a-98': 100 });
    expect((await find({ 'a-97': 500 }, at(1_001))).calls).toEqual([]);
    expect([lacking('a-96', 500), lacking('a-96', 1_000)]).toEqual([0, 1]);
    expect((await find({ 'a-97': 1_000 }, at(1_002))).calls).toEqual(['a-97']);
  });
});
