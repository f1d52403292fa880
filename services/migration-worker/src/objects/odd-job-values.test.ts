import { expect, test } from '@jest/globals';
import { company } from '../testing/bench-company.ts';
import { dealWorld } from './testing/deal-world.ts';

const { companyId, portalId } = company;

test('When the name of a job is longer than HubSpot holds, then its beginning is copied with a warning, and a further run writes nothing', async () => {
  await using world = await dealWorld();
  const [job] = await world.control.sourceJobs(companyId);
  const id = job?.id ?? '';
  await world.control.changeSourceJob(companyId, id, {
    jobName: 'Roof '.repeat(14_000),
    currentMilestone: 'Lead',
  });
  const first = await world.migrate();
  expect(first.outcomeOf(id)?.outcome).toBe('created');
  const name = (await world.dealOf(id))?.properties['dealname'] ?? '';
  expect(name.length).toBeGreaterThan(65_000);
  expect('Roof '.repeat(14_000).startsWith(name)).toBe(true);
  const cut = first.planOf(id)?.warnings.find(({ code }) => code === 'text_cut');
  expect(cut?.message).toMatch(/HubSpot holds 65,536 characters of "?Deal Name"?; the rest was cut off$/i);
  expect(cut?.message.length).toBeLessThan(500);
  expect((await world.migrate(first)).written).toEqual([]);
});

test('When records take a new option only after five seconds, then the run waits, and the value is copied', async () => {
  await using world = await dealWorld();
  const [job] = await world.control.sourceJobs(companyId);
  const id = job?.id ?? '';
  const adding = {
    settings: { options: { includeNoEmailContacts: true, enumerativeErrorStrategy: 'ADD_OPTION' } },
  };
  await world.control.changeSourceJob(companyId, id, { priority: 'High', currentMilestone: 'Lead' });
  const first = await world.migrate(null, adding);
  await world.control.change({ hubspot: { behaviour: { recordLagMs: 5_000 } } });
  await world.control.changeSourceJob(companyId, id, { priority: 'Whenever' });
  const second = await world.migrate(first, adding);
  expect(second.outcomeOf(id)?.outcome).toBe('updated');
  expect((await world.dealOf(id))?.properties['acculynx_priority']).toBe('Whenever');
  expect(second.planOf(id)?.warnings).toEqual([]);
  expect(await world.control.targetOptions(portalId, 'deals', 'acculynx_priority')).toContain('Whenever');
  expect((await world.migrate(second, adding)).written).toEqual([]);
}, 30_000);
