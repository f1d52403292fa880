import { describe, expect, test } from '@jest/globals';
import { PROPERTIES, material, startBench, type Bench } from '../../testing/bench.ts';

describe('Properties', () => {
  const names = async (bench: Bench): Promise<string[]> =>
    ((await bench.hubspot('GET', PROPERTIES)).body as { results: { name: string }[] }).results.map(
      ({ name }) => name,
    );

  test('A new definition is readable after a lag, while records accept it immediately', async () => {
    await using bench = await startBench();
    expect((await bench.hubspot('POST', PROPERTIES, material(['Tile']))).status).toBe(201);
    expect(await names(bench)).not.toContain('roof_material');
    expect(
      (await bench.contacts('POST', '', { properties: { firstname: 'x', roof_material: 'Tile' } })).status,
    ).toBe(201);
    bench.clock.advance(700);
    expect(await names(bench)).toContain('roof_material');
  });

  test('By switch records refuse a new property for a while', async () => {
    await using bench = await startBench({ settings: { hubspot: { behaviour: { recordLagMs: 2_000 } } } });
    await bench.hubspot('POST', PROPERTIES, material(['Tile']));
    const create = () =>
      bench.contacts('POST', '', { properties: { firstname: 'x', roof_material: 'Tile' } });
    expect((await create()).status).toBe(400);
    bench.clock.advance(2_000);
    expect((await create()).status).toBe(201);
  });

  test('Changing options replaces the whole list', async () => {
    await using bench = await startBench();
    await bench.hubspot('POST', PROPERTIES, material(['Tile', 'Slate']));
    const changed = await bench.hubspot('PATCH', `${PROPERTIES}/roof_material`, {
      options: [{ label: 'Metal', value: 'Metal' }],
    });
    expect(changed.body).toMatchObject({ options: [{ value: 'Metal', displayOrder: 0, hidden: false }] });
    expect(
      (await bench.contacts('POST', '', { properties: { firstname: 'x', roof_material: 'Tile' } })).status,
    ).toBe(400);
  });

  test('A batch creates what is missing and names what exists; alone an existing name is a 409', async () => {
    await using bench = await startBench();
    await bench.hubspot('POST', PROPERTIES, material(['Tile']));
    const inputs = [
      material(['Tile']),
      { ...material([]), name: 'gate_code', type: 'string', fieldType: 'text' },
    ];
    const mixed = await bench.hubspot('POST', `${PROPERTIES}/batch/create`, { inputs });
    expect(mixed.status).toBe(207);
    expect(mixed.body).toMatchObject({
      results: [{ name: 'gate_code' }],
      errors: [{ category: 'OBJECT_ALREADY_EXISTS', context: { name: ['roof_material'] } }],
    });
    expect((await bench.hubspot('POST', PROPERTIES, material([]))).status).toBe(409);
  });

  test('An archived name comes back with the new definition and the old values', async () => {
    await using bench = await startBench();
    await bench.hubspot('POST', PROPERTIES, material(['Tile']));
    const { id } = (
      await bench.contacts('POST', '', { properties: { firstname: 'x', roof_material: 'Tile' } })
    ).body as { id: string };
    expect((await bench.hubspot('DELETE', `${PROPERTIES}/roof_material`)).status).toBe(204);
    const again = await bench.hubspot('POST', PROPERTIES, {
      ...material([]),
      type: 'string',
      fieldType: 'text',
    });
    expect(again.body).toMatchObject({ type: 'string', archived: false });
    expect((await bench.contacts('GET', `/${id}?properties=roof_material`)).body).toMatchObject({
      properties: { roof_material: 'Tile' },
    });
  });

  test.each([
    ['Capital', {}],
    ['hs_own', {}],
    ['roof', { fieldType: 'checkbox', type: 'string' }],
    ['roof', { groupName: 'nowhere' }],
    ['roof', { type: 'bool', fieldType: 'booleancheckbox', options: [] }],
  ])('%p with %p is refused', async (name, extra) => {
    await using bench = await startBench();
    expect((await bench.hubspot('POST', PROPERTIES, material(['Tile'], { name, ...extra }))).status).toBe(
      400,
    );
  });

  test('The eleventh unique property is refused', async () => {
    await using bench = await startBench();
    for (let index = 0; index < 10; index += 1) await bench.uniqueProperty(`unique_${index}`);
    const body = {
      ...material([]),
      name: 'unique_10',
      type: 'string',
      fieldType: 'text',
      hasUniqueValue: true,
    };
    expect((await bench.hubspot('POST', PROPERTIES, body)).status).toBe(400);
  });
});
