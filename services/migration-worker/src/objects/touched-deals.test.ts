import { describe, expect, test } from '@jest/globals';
import { company } from '../testing/bench-company.ts';
import { dealWorld, type DealWorld } from './testing/deal-world.ts';

const { companyId, portalId } = company;
const [leadStage, approvedStage, otherStage] = ['20511801', '20511802', '20511804'];
/** The sales pipeline of the simulators' portals. */
const stages = {
  defaultDealPipeline: '10482113',
  dealStageByMilestone: { Lead: leadStage, Approved: approvedStage },
};

/** Otherwise a change would be dated now, and the date is written too. */
const modifiedDate = '2026-11-20T12:00:00Z';

const setMilestone = ({ control }: DealWorld, job: string, currentMilestone: string) =>
  control.changeSourceJob(companyId, job, { currentMilestone });

/** A job that was copied as a lead. */
async function leadIn(world: DealWorld) {
  const jobs = await world.control.sourceJobs(companyId);
  const job = jobs.find(({ currentMilestone }) => currentMilestone !== 'Dead')?.id ?? '';
  await setMilestone(world, job, 'Lead');
  const first = await world.migrate();
  return { job, first };
}

const placeOf = async (world: DealWorld, job: string) => {
  const { properties = {} } = (await world.dealOf(job)) ?? {};
  return [properties['acculynx_milestone'], properties['dealstage']];
};

describe('A job whose milestone advances', () => {
  test('When HubSpot refuses the stage once, then neither it nor the milestone is written, and the next run writes both', async () => {
    await using world = await dealWorld(stages);
    const { job, first } = await leadIn(world);
    await world.control.addFault({
      vendor: 'hubspot',
      effect: { kind: 'refuse-records', sourceIds: [approvedStage], property: 'dealstage' },
    });
    await setMilestone(world, job, 'Approved');
    await world.control.changeSourceJob(companyId, job, { priority: 'High' });

    const refused = await world.migrate(first);
    expect(await placeOf(world, job)).toEqual(['Lead', leadStage]);
    expect((await world.dealOf(job))?.properties['acculynx_priority']).toBe('High');
    expect(refused.planOf(job)?.warnings).toContainEqual(
      expect.objectContaining({
        code: 'stage_not_moved',
        message: expect.stringMatching(
          /^HubSpot does not take its deal in the stage "Estimate Sent"; the deal stays where it is, with its former milestone$/,
        ),
      }),
    );

    await world.control.clearFaults();
    const second = await world.migrate(refused);
    expect(await placeOf(world, job)).toEqual(['Approved', approvedStage]);
    expect((await world.migrate(second)).written).toEqual([]);
  });

  test('When people moved the deal, even back to where it was, then it stays, and the milestone is written', async () => {
    await using world = await dealWorld(stages);
    const { job, first } = await leadIn(world);
    const deal = (await world.dealOf(job))?.id ?? '';
    for (const dealstage of [otherStage, leadStage])
      await world.control.changeTarget(portalId, 'deals', deal, { dealstage });
    await setMilestone(world, job, 'Approved');
    const second = await world.migrate(first);
    expect(await placeOf(world, job)).toEqual(['Approved', leadStage]);
    expect((await world.migrate(second)).written).toEqual([]);
  });

  test('When a milestone between had no stage, then the deal moves on from where we put it', async () => {
    await using world = await dealWorld(stages);
    const { job, first } = await leadIn(world);
    await setMilestone(world, job, 'Prospect');
    const second = await world.migrate(first);
    expect(await placeOf(world, job)).toEqual(['Prospect', leadStage]);
    await setMilestone(world, job, 'Approved');
    const third = await world.migrate(second);
    expect(await placeOf(world, job)).toEqual(['Approved', approvedStage]);
    expect((await world.migrate(third)).written).toEqual([]);
  });
});

describe('A job whose value has no option any more', () => {
  const priorityOf = async (world: DealWorld, job: string) =>
    (await world.dealOf(job))?.properties['acculynx_priority'] ?? null;

  test('When what HubSpot holds is ours, then it is blanked once, and the warning says so', async () => {
    await using world = await dealWorld();
    const { job } = await leadIn(world);
    await world.control.changeSourceJob(companyId, job, { priority: 'High' });
    const first = await world.migrate();
    expect(await priorityOf(world, job)).toBe('High');

    await world.control.changeSourceJob(companyId, job, { priority: 'Whenever' });
    const second = await world.migrate(first);
    expect(await priorityOf(world, job)).toBeNull();
    expect(second.planOf(job)?.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        /^HubSpot has no option "Whenever" for AccuLynx priority; the value that AccuLynx had before was cleared$/,
      ),
    );
    const third = await world.migrate(second);
    expect([third.written, third.outcomeOf(job)?.outcome]).toEqual([[], 'unchanged']);
  });

  test('When people changed it in HubSpot, then theirs stays', async () => {
    await using world = await dealWorld();
    const { job } = await leadIn(world);
    await world.control.changeSourceJob(companyId, job, { priority: 'High', modifiedDate });
    const first = await world.migrate();
    const deal = (await world.dealOf(job))?.id ?? '';
    await world.control.changeTarget(portalId, 'deals', deal, { acculynx_priority: 'Low' });
    await world.control.changeSourceJob(companyId, job, { priority: 'Whenever', modifiedDate });
    const second = await world.migrate(first);
    expect([await priorityOf(world, job), second.written]).toEqual(['Low', []]);
  });

  test('When AccuLynx has no value any more, then nothing is cleared', async () => {
    await using world = await dealWorld();
    const { job } = await leadIn(world);
    await world.control.changeSourceJob(companyId, job, { priority: 'High', modifiedDate });
    const first = await world.migrate();
    await world.control.changeSourceJob(companyId, job, { priority: '', modifiedDate });
    const second = await world.migrate(first);
    expect([await priorityOf(world, job), second.written]).toEqual(['High', []]);
  });

  test('When the list of options is full, then the former value is blanked as well', async () => {
    await using world = await dealWorld();
    const { job } = await leadIn(world);
    const adding = {
      settings: { options: { includeNoEmailContacts: true, enumerativeErrorStrategy: 'ADD_OPTION' } },
    };
    await world.control.changeSourceJob(companyId, job, { priority: 'High' });
    const first = await world.migrate(null, adding);
    const full = Array.from({ length: 5_000 }, (_, index) => (index === 0 ? 'High' : `Option ${index}`));
    await world.control.setTargetOptions(portalId, 'deals', 'acculynx_priority', full);
    await world.control.changeSourceJob(companyId, job, { priority: 'Whenever' });
    const second = await world.migrate(first, adding);
    expect(await priorityOf(world, job)).toBeNull();
    expect(second.planOf(job)?.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        /as many options as HubSpot allows; the value that AccuLynx had before was cleared$/,
      ),
    );
    expect((await world.migrate(second, adding)).written).not.toContain(job);
  });
});
