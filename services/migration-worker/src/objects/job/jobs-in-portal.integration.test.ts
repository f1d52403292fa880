import { describe, expect, test } from '@jest/globals';
import { company } from '../../testing/bench-company.ts';
import { planJobs, readAllJobs, writeDeals } from './testing/deal-run.ts';
import { JobBench } from './testing/job-bench.ts';

const all = { jobDetails: ['representative', 'financials', 'insurance', 'milestone'] as const };

describe('Jobs become deals', () => {
  test('When all jobs of a company are copied, odd ones too, then each is a deal, and a second plan changes nothing', async () => {
    await using bench = await JobBench.start();
    await bench.control.change({ acculynx: { quirks: { customWorkflows: true } } });
    const vendors = bench.vendors();
    const options = await bench.prepare(vendors, {
      deals: { jobDetails: [...all.jobDetails] },
      strategy: 'ADD_OPTION',
    });
    const jobs = await readAllJobs(vendors, options);
    const alive = (await bench.control.sourceJobs(company.companyId)).filter(
      ({ currentMilestone }) => currentMilestone !== 'Dead',
    );
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(alive.map(({ id }) => id).toSorted());

    const planned = await planJobs(vendors, options, jobs.slice(0, 100));
    const rest = await planJobs(vendors, options, jobs.slice(100));
    const written = await writeDeals(vendors, [...planned, ...rest]);
    expect(written.filter(({ result }) => result !== 'done')).toEqual([]);
    expect([...planned, ...rest].flatMap(({ warnings }) => warnings)).toEqual([]);

    const deals = await bench.control.targetDeals(company.portalId);
    expect(deals.map(({ properties }) => properties['acculynx_job_id']).toSorted()).toEqual(
      jobs.map(({ id }) => id).toSorted(),
    );
    const links = new Map(deals.map(({ id, properties }) => [properties['acculynx_job_id'] ?? '', id]));
    const some = jobs.slice(0, 100);
    for (const known of [links, new Map<string, string>()]) {
      const again = await planJobs(vendors, options, some, known);
      expect(again.filter(({ action }) => action !== 'unchanged')).toEqual([]);
    }
    const values = deals.map(({ properties }) => properties);
    for (const filled of [
      'amount',
      'acculynx_representative',
      'acculynx_insurance_company',
      'acculynx_milestone_status',
      'acculynx_trades',
    ])
      expect([filled, values.some((each) => Boolean(each[filled]))]).toEqual([filled, true]);
    expect(values.some((each) => each['acculynx_lead_source_parent'] === 'Website')).toBe(true);
  });

  test('When options may not be added, then values without one are left out with a warning, and all jobs are copied', async () => {
    await using bench = await JobBench.start();
    const vendors = bench.vendors();
    const options = await bench.prepare(vendors);
    const jobs = (await readAllJobs(vendors, options)).slice(0, 100);
    const planned = await planJobs(vendors, options, jobs);
    const written = await writeDeals(vendors, planned);
    expect(written.every(({ result }) => result === 'done')).toBe(true);
    const codes = new Set(planned.flatMap(({ warnings }) => warnings.map(({ code }) => code)));
    expect([...codes]).toEqual(['option_missing']);
    const [warned] = planned.filter(({ warnings }) => warnings.length > 0);
    expect(warned).toMatchObject({
      name: expect.stringMatching(/^Job \S+/),
      warnings: expect.arrayContaining([
        expect.objectContaining({
          field: 'acculynx_trades',
          message: expect.stringMatching(
            /^HubSpot has no option ".*" for AccuLynx .*; the value was left out$/,
          ),
        }),
      ]),
    });
    // No call for each job: what costs one was not asked for.
    const requests = await bench.control.requests(company.companyId);
    expect(requests.filter(({ path }) => /\/jobs\/[^/?]+\//.test(path))).toEqual([]);
  });

  test.each(['missing', 'resolved'] as const)(
    'When deals were merged and HubSpot answers a batch with the loser as %s, then none is overwritten or doubled',
    async (mergedIds) => {
      await using bench = await JobBench.start();
      await bench.control.change({ hubspot: { behaviour: { mergedIds } } });
      const vendors = bench.vendors();
      const options = await bench.prepare(vendors);
      const jobs = (await readAllJobs(vendors, options)).slice(0, 3);
      const written = await writeDeals(vendors, await planJobs(vendors, options, jobs));
      const links = new Map(
        written.flatMap((write) =>
          write.result === 'done' ? [[write.record.sourceId, write.hubspotId] as const] : [],
        ),
      );
      const [loser = '', winner = '', deleted = ''] = jobs.map(({ id }) => links.get(id) ?? '');
      await bench.control.mergeTarget(company.portalId, 'deals', loser, winner);
      await bench.control.archiveTarget(company.portalId, 'deals', deleted);

      expect(await planJobs(vendors, options, jobs, links)).toMatchObject([
        { action: 'skip', reason: 'merged_in_hubspot' },
        { action: 'unchanged', hubspotId: winner },
        {
          action: 'create',
          warnings: expect.arrayContaining([expect.objectContaining({ code: 'deal_was_deleted' })]),
        },
      ]);
    },
  );

  test('When a deal was moved by hand, then it stays; a deal that no user moved follows its milestone', async () => {
    await using bench = await JobBench.start();
    const vendors = bench.vendors();
    const byMilestone = { Lead: '20511801', Approved: '20511802' };
    const options = await bench.prepare(vendors, {
      deals: { defaultDealPipeline: '10482113', dealStageByMilestone: byMilestone },
    });
    const jobs = (await readAllJobs(vendors, options)).slice(0, 2);
    const at = (milestone: string) => jobs.map((job) => ({ ...job, currentMilestone: milestone }));
    await writeDeals(vendors, await planJobs(vendors, options, at('Lead')));
    const stages = async () =>
      (await bench.control.targetDeals(company.portalId)).map(({ properties }) => properties['dealstage']);
    expect(await stages()).toEqual(['20511801', '20511801']);

    const [byHand] = await bench.control.targetDeals(company.portalId);
    await bench.control.changeTarget(company.portalId, 'deals', byHand?.id ?? '', { dealstage: '20511804' });
    await writeDeals(vendors, await planJobs(vendors, options, at('Approved')));
    expect(await stages()).toEqual(['20511804', '20511802']);
  });
});
