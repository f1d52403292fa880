import { expect, test } from '@jest/globals';
import { company } from '../testing/bench-company.ts';
import { dealWorld } from './testing/deal-world.ts';

const { portalId } = company;

test.each(['primary', 'record'] as const)(
  'When people merged the contacts of two jobs and HubSpot leaves the %s, then the deals go with what both became, and a run writes nothing',
  async (mergeMakes) => {
    await using world = await dealWorld();
    const { control } = world;
    await control.change({ hubspot: { behaviour: { mergeMakes } } });
    const first = await world.migrate();
    const tied = await control.targetAssociations(portalId, 'deals', 'contacts');
    const [one, other] = [...new Set(tied.map(({ toId }) => toId))];
    const into = await control.mergeTarget(portalId, 'contacts', one ?? '', other ?? '');
    const before = await control.targetAssociations(portalId, 'deals', 'contacts');

    const second = await world.migrate(first);
    expect(second.written).toEqual([]);
    expect(second.ways.filter((way) => /failed|created/.test(way))).toEqual([]);
    expect(second.ways).toContain('contact skipped merged_in_hubspot');
    expect(await control.targetAssociations(portalId, 'deals', 'contacts')).toEqual(before);
    expect(before.some(({ toId }) => toId === into)).toBe(true);
    expect((await world.migrate(second)).written).toEqual([]);
  },
);
