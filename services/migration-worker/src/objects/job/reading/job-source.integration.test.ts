import { describe, expect, test } from '@jest/globals';
import { company } from '../../../testing/bench-company.ts';
import { JobBench } from '../testing/job-bench.ts';
import { jobSource } from './job-source.ts';

const none = { details: [], includeDead: false, note: () => undefined } as const;

describe('The source of jobs', () => {
  test('When a reading resumes after a job, then the others follow; a cursor of another form starts from the beginning', async () => {
    await using bench = await JobBench.start({ properties: false });
    const { acculynx } = bench.vendors();
    const counts: number[] = [];
    const whole = jobSource(acculynx, none).read(null, (count) => counts.push(count));
    const pages = [];
    for await (const page of whole) pages.push(page);
    const ids = pages.flat().map(({ record }) => record.id);
    expect(counts.at(-1)).toBe(ids.length);
    expect(whole.summary).toMatchObject({ heldStill: true, foundAtEnd: ids.length });
    expect(await whole.hasChanged(new AbortController().signal)).toBe(false);

    const behind = pages[1]?.at(-1)?.cursor ?? null;
    const rest: string[] = [];
    for await (const page of jobSource(acculynx, none).read(behind, () => undefined))
      rest.push(...page.map(({ record }) => record.id));
    const done = pages.slice(0, 2).flat().length;
    expect(rest).toEqual(expect.arrayContaining(ids.slice(done)));
    expect(rest.length).toBeLessThan(ids.length);

    const anew: string[] = [];
    for await (const page of jobSource(acculynx, none).read({ page: 3 }, () => undefined))
      anew.push(...page.map(({ record }) => record.id));
    expect(anew).toEqual(ids);
  });

  test('When a job becomes assigned while jobs are read, then it is read once', async () => {
    await using bench = await JobBench.start({ properties: false });
    const { acculynx } = bench.vendors();
    const path = '/api/v2/jobs';
    await bench.control.addFault({
      vendor: 'acculynx',
      path,
      times: 3,
      effect: { kind: 'assign', assigned: true, at: 'front', count: 1 },
    });
    const ids: string[] = [];
    for await (const page of jobSource(acculynx, none).read(null, () => undefined))
      ids.push(...page.map(({ record }) => record.id));
    const alive = (await bench.control.sourceJobs(company.companyId)).filter(
      ({ currentMilestone }) => currentMilestone !== 'Dead',
    );
    expect(ids.toSorted()).toEqual(alive.map(({ id }) => id).toSorted());
  });

  test('When dead leads are wanted, then they are read as well', async () => {
    await using bench = await JobBench.start({ properties: false });
    const { acculynx } = bench.vendors();
    const ids: string[] = [];
    for await (const page of jobSource(acculynx, { ...none, includeDead: true }).read(null, () => undefined))
      ids.push(...page.map(({ record }) => record.id));
    const all = await bench.control.sourceJobs(company.companyId);
    expect(all.some(({ currentMilestone }) => currentMilestone === 'Dead')).toBe(true);
    expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  });
});
