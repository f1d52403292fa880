import { describe, expect, test } from '@jest/globals';
import { company } from '../testing/bench-company.ts';
import { dealWorld, type DealWorld } from './testing/deal-world.ts';

const { companyId, portalId } = company;

const labelled = async ({ control }: DealWorld) =>
  (await control.targetAssociations(portalId, 'deals', 'contacts')).filter(({ labels }) =>
    labels.includes('Primary'),
  );

describe('The label of the first contact of a deal', () => {
  test('When it is deleted while the migration runs, then all are associated without, with a warning, and a further run writes nothing', async () => {
    await using world = await dealWorld();
    const label = await world.createLabel('Primary');
    const first = await world.migrate(null, {}, () => world.deleteLabel(label));
    expect(first.ways.filter((way) => /^job_contact (?!skipped)/.test(way))).toEqual(['job_contact created']);
    expect(await labelled(world)).toEqual([]);
    const warnings = first.orchestrator.stored
      .filter(({ kind }) => kind === 'job_contact')
      .flatMap(({ records }) => records)
      .flatMap((record) => record.warnings);
    expect(warnings.length).toBeGreaterThan(3);
    expect(new Set(warnings.map(({ code, many }) => `${code}: ${many ?? ''}`))).toEqual(
      new Set([
        'label_gone: the label of primary contacts was deleted in HubSpot while the migration ran; associated without it',
      ]),
    );
    const calls = (await world.control.requests(companyId)).filter(({ path }) =>
      /associations\/.*(?:batch\/create|labels)/.test(path),
    );
    expect(calls.length).toBeLessThan(12);
    expect((await world.migrate(first)).written).toEqual([]);
  });

  test('When the primary contact of a job changes, then the new one gets the label and the old one loses it', async () => {
    await using world = await dealWorld();
    await world.createLabel('Primary');
    const jobs = await world.control.sourceJobs(companyId);
    const contacts = await world.control.sourceContacts(companyId);
    const job = jobs.find(({ currentMilestone }) => currentMilestone !== 'Dead')?.id ?? '';
    const [one = '', two = ''] = contacts.map(({ id }) => id);
    const primary = (contactId: string) =>
      world.control.changeSourceJob(companyId, job, {
        contacts: [one, two].map((id) => ({
          id: `${job}-${id}`,
          contactId: id,
          isPrimary: id === contactId,
          relationToPrimary: '',
        })),
      });
    await primary(one);
    const first = await world.migrate();
    const deal = (await world.dealOf(job))?.id ?? '';
    const hasLabel = async () =>
      (await labelled(world)).filter(({ fromId }) => fromId === deal).map(({ toId }) => toId);
    const before = await hasLabel();
    expect(before).toHaveLength(1);

    await primary(two);
    const second = await world.migrate(first);
    const after = await hasLabel();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    const pairs = await world.control.targetAssociations(portalId, 'deals', 'contacts');
    expect(pairs.filter(({ fromId }) => fromId === deal)).toHaveLength(2);
    expect((await world.migrate(second)).written).toEqual([]);
  });
});
