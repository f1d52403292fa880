import { expect, test } from '@jest/globals';
import { linkedBy, noting } from './testing/another-migration.ts';
import { company } from '../testing/bench-company.ts';
import { dealWorld } from './testing/deal-world.ts';
import { simulatedWorld } from './testing/simulated-world.ts';
import { objectMigrationOf } from './index.ts';

test('When a contact of a job was deleted in HubSpot, then the next run brings it and its association back, and one more changes nothing', async () => {
  const object = objectMigrationOf('jobs');
  if (!object) throw new Error('Nothing moves jobs');
  await using world = await simulatedWorld({ object });
  const { control } = world;
  const { portalId } = company;
  const first = await world.run({});
  await first.pipeline.run();
  const whole = (await world.contents()).toSorted();

  const [pair] = await control.targetAssociations(portalId, 'deals', 'contacts');
  const contacts = await control.targetContacts(portalId);
  const deleted = contacts.find(({ id }) => id === pair?.toId)?.properties['acculynx_contact_id'] ?? '';
  await control.archiveTarget(portalId, 'contacts', pair?.toId ?? '');
  expect((await world.contents()).length).toBeLessThan(whole.length);

  const written: string[] = [];
  const second = await world.run({ orchestrator: linkedBy(first.orchestrator), through: noting(written) });
  await second.pipeline.run();
  expect((await world.contents()).toSorted()).toEqual(whole);
  const anew = linkedBy(second.orchestrator).links.get(deleted);
  const isOfIt = (id: string) => id === deleted || id.endsWith(`/${anew ?? ''}`);
  expect(written).toContain(deleted);
  expect(written.filter((id) => !isOfIt(id))).toEqual([]);

  written.length = 0;
  const third = await world.run({ orchestrator: linkedBy(second.orchestrator), through: noting(written) });
  await third.pipeline.run();
  expect(written).toEqual([]);
  const ways = new Set([...third.orchestrator.outcomes.values()].flat().map(({ kind }) => kind));
  expect([...ways].filter((kind) => kind !== 'skipped')).toEqual(['unchanged']);
});

test('When a contact of a job was deleted in HubSpot and in AccuLynx, then each run skips its association and says why, and none fails', async () => {
  await using world = await dealWorld();
  const { control } = world;
  const { companyId, portalId } = company;
  const first = await world.migrate();
  const [pair] = await control.targetAssociations(portalId, 'deals', 'contacts');
  const contacts = await control.targetContacts(portalId);
  const deleted = contacts.find(({ id }) => id === pair?.toId)?.properties['acculynx_contact_id'] ?? '';
  await control.archiveTarget(portalId, 'contacts', pair?.toId ?? '');
  await control.deleteFromSource(companyId, 'contacts', { ids: [deleted] });

  const second = await world.migrate(first);
  const third = await world.migrate(second);
  for (const { written, ways, orchestrator } of [second, third]) {
    expect(written).toEqual([]);
    expect(ways).toContain('job_contact skipped contact_deleted');
    expect(ways.filter((way) => /failed|created/.test(way))).toEqual([]);
    const skipped = orchestrator.stored
      .flatMap(({ records }) => records)
      .find(({ sourceId }) => sourceId.endsWith(`/${deleted}`));
    expect(skipped).toMatchObject({
      reason: 'contact_deleted',
      message: expect.stringMatching(
        /^Job .*: its contact .* was deleted in HubSpot; the deal stays without it$/,
      ),
    });
  }
});
