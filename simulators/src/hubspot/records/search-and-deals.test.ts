import { describe, expect, test } from '@jest/globals';
import { startBench, type Bench } from '../../testing/bench.ts';

describe('Search', () => {
  const search = async (bench: Bench, value: string): Promise<number> => {
    const filters = [{ propertyName: 'city', operator: 'EQ', value }];
    const body = { filterGroups: [{ filters }], properties: [], sorts: [], limit: 10, after: '' };
    return ((await bench.contacts('POST', '/search', body)).body as { total: number }).total;
  };

  test('The index trails: a new record is not found, a changed one as it was', async () => {
    await using bench = await startBench();
    const { id } = (await bench.contacts('POST', '', { properties: { firstname: 'x', city: 'Waco' } }))
      .body as { id: string };
    expect(await search(bench, 'Waco')).toBe(0);
    bench.clock.advance(3_000);
    expect(await search(bench, 'Waco')).toBe(1);
    await bench.contacts('PATCH', `/${id}`, { properties: { city: 'Austin' } });
    expect([await search(bench, 'Waco'), await search(bench, 'Austin')]).toEqual([1, 0]);
    bench.clock.advance(3_000);
    expect([await search(bench, 'Waco'), await search(bench, 'Austin')]).toEqual([0, 1]);
  });
});

describe('Deals', () => {
  const deal = (bench: Bench, properties: object, associations: object[] = []) =>
    bench.hubspot('POST', '/crm/objects/2026-03/deals', {
      properties: { dealname: 'Roof', ...properties },
      associations,
    });

  test('Stage and pipeline are exact ids, the stage one of its pipeline', async () => {
    await using bench = await startBench();
    expect((await deal(bench, { dealstage: 'closedwon' })).status).toBe(201);
    expect((await deal(bench, { dealstage: 'Closed Won' })).status).toBe(400);
    expect((await deal(bench, { pipeline: '10482113', dealstage: 'closedwon' })).status).toBe(400);
    expect((await deal(bench, { pipeline: '10482113', dealstage: '20511801' })).status).toBe(201);
  });

  test('Associations are made with the deal or in a batch, and repeating one changes nothing', async () => {
    await using bench = await startBench();
    const contact = (await bench.contacts('POST', '', { properties: { firstname: 'x' } })).body as {
      id: string;
    };
    const types = (associationTypeId: number) => [
      { associationCategory: 'HUBSPOT_DEFINED', associationTypeId },
    ];
    expect((await deal(bench, {}, [{ to: contact, types: types(4) }])).status).toBe(400);
    const made = (await deal(bench, {}, [{ to: { id: contact.id }, types: types(3) }])).body as {
      id: string;
    };
    const path = '/crm/associations/2026-03/deals/contacts/batch';
    const inputs = [
      { from: { id: made.id }, to: { id: contact.id } },
      { from: { id: made.id }, to: { id: '1' } },
    ];
    const again = await bench.hubspot('POST', `${path}/associate/default`, { inputs });
    expect([again.status, again.body]).toMatchObject([
      200,
      { results: [{}], errors: [{ context: { id: ['1'] } }] },
    ]);
    const read = await bench.hubspot('POST', `${path}/read`, { inputs: [{ id: made.id }] });
    expect(read.body).toMatchObject({
      results: [
        {
          from: { id: made.id },
          to: [{ toObjectId: Number(contact.id), associationTypes: [{ typeId: 3 }] }],
        },
      ],
    });
    expect(bench.simulators.simulation.portals[0]?.counts().associations).toBe(1);
  });

  test('Pipelines come with their stages', async () => {
    await using bench = await startBench();
    const { body } = await bench.hubspot('GET', '/crm/pipelines/2026-03/deals');
    expect(
      (body as { results: { id: string; stages: unknown[] }[] }).results.find(({ id }) => id === 'default')
        ?.stages,
    ).toHaveLength(7);
  });
});
