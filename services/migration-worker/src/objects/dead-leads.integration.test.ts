import { expect, test } from '@jest/globals';
import { company } from '../testing/bench-company.ts';
import { dealWorld, type DealWorld } from './testing/deal-world.ts';

const { companyId, portalId } = company;
const [sales, lost] = ['10482113', '20511804'];

/** A lead that was copied and has died since; AccuLynx also has dead leads that were never copied. */
async function deadLeadIn(world: DealWorld) {
  const first = await world.migrate();
  const jobs = await world.control.sourceJobs(companyId);
  const job = jobs.find(({ currentMilestone }) => currentMilestone === 'Lead')?.id ?? '';
  await world.control.changeSourceJob(companyId, job, { currentMilestone: 'Dead' });
  return { first, job, deal: (await world.dealOf(job))?.id ?? '' };
}

test('When a lead that was copied died, then each run names it until its deal is closed, and counts it apart from the jobs', async () => {
  await using world = await dealWorld();
  const { first, job, deal } = await deadLeadIn(world);
  const second = await world.migrate(first);
  const third = await world.migrate(second);
  for (const migrated of [second, third]) {
    const { written, orchestrator } = migrated;
    expect(written).toEqual([]);
    const plans = orchestrator.stored.filter(({ kind }) => kind === 'dead_lead');
    expect(plans.flatMap(({ batch }) => orchestrator.outcomes.get(batch) ?? [])).toEqual([
      {
        sourceId: job,
        outcome: 'skipped',
        hubspotId: deal,
        reason: 'lead_died',
        name: expect.stringMatching(/^Job /),
        message:
          'the lead is dead in AccuLynx, and dead leads are not copied; its deal is still open in HubSpot',
        detail: null,
        field: null,
      },
    ]);
    expect(migrated.outcomeOf(job)).toBeUndefined();
  }

  await world.control.changeTarget(portalId, 'deals', deal, { pipeline: sales, dealstage: lost });
  expect((await world.migrate(third)).ways).not.toContain('dead_lead skipped lead_died');
});

test('When the connection copies dead leads too, then its deal is updated, and no entry names it', async () => {
  await using world = await dealWorld({ includeDeadJobs: true });
  const { first, job } = await deadLeadIn(world);
  const second = await world.migrate(first);
  expect(second.outcomeOf(job)?.outcome).toBe('updated');
  expect(second.ways).not.toContain('dead_lead skipped lead_died');
});

test('When a job was deleted in AccuLynx, then it is no dead lead', async () => {
  await using world = await dealWorld();
  const { first, job } = await deadLeadIn(world);
  await world.control.deleteFromSource(companyId, 'jobs', { ids: [job] });
  expect((await world.migrate(first)).ways).not.toContain('dead_lead skipped lead_died');
});
