import { describe, expect, test } from '@jest/globals';
import { company } from '../testing/bench-company.ts';
import { dealWorld, type DealWorld } from './testing/deal-world.ts';

const { portalId } = company;

/** Two deals that have contacts, by the ids of their jobs. */
async function twoDeals({ control }: DealWorld): Promise<readonly [string, string]> {
  const tied = new Set(
    (await control.targetAssociations(portalId, 'deals', 'contacts')).map(({ fromId }) => fromId),
  );
  const [one = '', two = ''] = (await control.targetDeals(portalId))
    .filter(({ id }) => tied.has(id))
    .map(({ properties }) => properties['acculynx_job_id'] ?? '');
  return [one, two];
}

describe.each([
  ['keeps the primary deal', 'primary', 'missing'],
  ['keeps the primary deal, to which batches lead', 'primary', 'resolved'],
  ['makes a new deal', 'record', 'missing'],
  ['makes a new deal, to which batches lead', 'record', 'resolved'],
] as const)('When HubSpot %s of a merge', (_, mergeMakes, mergedIds) => {
  test('When people merge a deal into one of their own, then the job updates the merged deal, and a further run writes nothing', async () => {
    await using world = await dealWorld();
    const { control } = world;
    await control.change({ hubspot: { behaviour: { mergeMakes, mergedIds } } });
    const first = await world.migrate();
    const [job] = await twoDeals(world);
    const deal = await world.dealOf(job);
    const [own = ''] = await control.putTargets(portalId, 'deals', [{ dealname: 'Made by hand' }]);
    const winner = await control.mergeTarget(portalId, 'deals', deal?.id ?? '', own);

    const second = await world.migrate(first);
    expect(second.outcomeOf(job)).toMatchObject({ outcome: 'updated', hubspotId: winner });
    expect(second.ways.filter((way) => /failed|created/.test(way))).toEqual([]);
    expect((await world.dealOf(job))?.properties['dealname']).toBe(deal?.properties['dealname']);

    const third = await world.migrate(second);
    expect(third.written).toEqual([]);
    expect(third.outcomeOf(job)).toMatchObject({ outcome: 'unchanged', hubspotId: winner });
    expect(third.ways.filter((way) => /failed|created|updated/.test(way))).toEqual([]);
    const withoutLinks = await world.migrate();
    expect(withoutLinks.written).toEqual([]);
  });

  test('When people merge the deals of two jobs, then one is updated and the other is skipped, in every later run', async () => {
    await using world = await dealWorld();
    const { control } = world;
    await control.change({ hubspot: { behaviour: { mergeMakes, mergedIds } } });
    const first = await world.migrate();
    const [kept, lost] = await twoDeals(world);
    const [into = '', other = ''] = [(await world.dealOf(kept))?.id, (await world.dealOf(lost))?.id];
    const winner = await control.mergeTarget(portalId, 'deals', other, into);

    let before = first;
    for (let run = 2; run <= 3; run += 1) {
      before = await world.migrate(before);
      expect(before.written).toEqual([]);
      expect(before.outcomeOf(kept)).toMatchObject({ outcome: 'unchanged', hubspotId: winner });
      expect(before.outcomeOf(lost)).toMatchObject({ outcome: 'skipped', reason: 'merged_in_hubspot' });
    }
  });
});

test('When people type another id over the one of a job, then nothing is written, and the log names the typed id', async () => {
  await using world = await dealWorld();
  const { control } = world;
  const first = await world.migrate();
  const [job] = await twoDeals(world);
  const deal = await world.dealOf(job);
  const typed = (id: string) =>
    control.changeTarget(portalId, 'deals', deal?.id ?? '', { acculynx_job_id: id });
  await typed('typed by people');
  const second = await world.migrate(first);
  expect(second.written).toEqual([]);
  expect(second.outcomeOf(job)).toMatchObject({
    outcome: 'skipped',
    reason: 'id_changed_in_hubspot',
    name: expect.stringMatching(/^Job /),
    message:
      'its deal has "typed by people" for AccuLynx job id in HubSpot, which is not the id of the job; nothing is written',
  });
  await typed(job);
  const third = await world.migrate(first);
  expect([third.written, third.outcomeOf(job)?.outcome]).toEqual([[], 'unchanged']);
});
