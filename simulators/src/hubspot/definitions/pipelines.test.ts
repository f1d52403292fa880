import { describe, expect, test } from '@jest/globals';
import { openDealBench, portalCall, put } from '../../testing/deal-bench.ts';
import type { Bench } from '../../testing/bench.ts';

const BASE = '/crm/pipelines/2026-03/deals';
const stage = (label: string, probability: string, more: object = {}) => ({
  label,
  metadata: { probability },
  ...more,
});
const ids = async (bench: Bench, query = ''): Promise<string[]> =>
  ((await bench.hubspot('GET', `${BASE}${query}`)).body as { results: { id: string }[] }).results.map(
    ({ id }) => id,
  );

describe('Pipelines', () => {
  test('One is made with its stages, under an id of its own or a chosen one', async () => {
    await using bench = await openDealBench();
    const body = { pipelineId: 'gutters', label: 'Gutters', stages: [stage('Won', '1', { stageId: 'won' })] };
    const made = await bench.hubspot('POST', BASE, body);
    expect([made.status, made.headers.get('location'), made.body]).toMatchObject([
      201,
      `${BASE}/gutters`,
      {
        id: 'gutters',
        archived: false,
        stages: [{ id: 'won', metadata: { probability: '1', isClosed: 'true' } }],
      },
    ]);
    const own = await bench.hubspot('POST', `${BASE}/gutters/stages`, stage('Open', '0.3'));
    expect([own.status, own.body]).toMatchObject([
      201,
      {
        id: expect.stringMatching(/^\d+$/),
        metadata: { isClosed: 'false' },
        writePermissions: expect.any(String),
      },
    ]);
    const [deal = ''] = await put(bench, 'deals', { dealname: 'a' });
    const moved = await bench.hubspot('PATCH', `/crm/objects/2026-03/deals/${deal}`, {
      properties: { pipeline: 'gutters', dealstage: 'won' },
    });
    expect(moved.body).toMatchObject({ properties: { hs_is_closed: 'true' } });
  });

  test.each([
    ['a stage without probability', '/default/stages', { label: 'New' }],
    ['a probability above 1', '/default/stages', stage('New', '1.5')],
    ['a label that the pipeline has', '/default/stages', stage('CLOSED won', '1')],
    ['a label that another pipeline has', '', { label: 'sales pipeline' }],
    ['too long an id', '', { label: 'New', pipelineId: 'x'.repeat(37) }],
  ])('With %s it is refused', async (_, path, body) => {
    await using bench = await openDealBench();
    expect((await bench.hubspot('POST', `${BASE}${path}`, body)).status).toBe(400);
    expect(await ids(bench)).toEqual(['10482113', 'default']);
  });

  test('The hundred-and-first stage is refused', async () => {
    await using bench = await openDealBench();
    const add = (index: number) =>
      bench.hubspot('POST', `${BASE}/default/stages`, stage(`Stage ${index}`, '0.5'));
    for (let index = 7; index < 100; index += 1) expect((await add(index)).status).toBe(201);
    expect((await add(100)).status).toBe(400);
  });

  test('Names and order change; a stage keeps what the body leaves out', async () => {
    await using bench = await openDealBench();
    await bench.hubspot('PATCH', `${BASE}/default`, { label: 'Roofs' });
    const changed = await bench.hubspot('PATCH', `${BASE}/default/stages/closedwon`, { displayOrder: 9 });
    expect(changed.body).toMatchObject({
      label: 'Closed Won',
      displayOrder: 9,
      metadata: { isClosed: 'true' },
    });
    expect((await bench.hubspot('GET', `${BASE}/default`)).body).toMatchObject({ label: 'Roofs' });
  });

  test('A deleted one is listed as archived only, and its deals block the deletion only on request', async () => {
    await using bench = await openDealBench();
    await put(bench, 'deals', { dealname: 'a', pipeline: '10482113', dealstage: '20511801' });
    const asked = '?validateReferencesBeforeDelete=true';
    expect((await bench.hubspot('DELETE', `${BASE}/10482113${asked}`)).status).toBe(400);
    expect((await bench.hubspot('DELETE', `${BASE}/10482113/stages/20511801${asked}`)).status).toBe(400);
    expect((await bench.hubspot('DELETE', `${BASE}/10482113`)).status).toBe(204);
    expect([await ids(bench), await ids(bench, '?archived=true')]).toEqual([['default'], ['10482113']]);
    expect((await bench.hubspot('GET', `${BASE}/10482113`)).status).toBe(404);
    expect((await bench.hubspot('DELETE', `${BASE}/default/stages/closedwon`)).status).toBe(204);
    expect((await bench.hubspot('GET', `${BASE}/default/stages/closedwon`)).status).toBe(404);
    expect((await portalCall(bench, 'DELETE', '/pipelines/deals/default/stages/none')).status).toBe(404);
  });

  test('Only who may write definitions changes them', async () => {
    await using bench = await openDealBench({}, { scopes: ['crm.objects.deals.read'] });
    expect(await ids(bench)).toHaveLength(2);
    const refused = await bench.hubspot('DELETE', `${BASE}/default`);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('crm.schemas.deals.write')]);
  });
});

describe('Options of a deal property', () => {
  const path = '/crm/properties/2026-03/deals';
  const option = (value: string) => ({ label: value, value });
  const define = (bench: Bench, values: string[]) =>
    bench.hubspot('POST', path, {
      name: 'work_type',
      label: 'Work type',
      type: 'enumeration',
      fieldType: 'select',
      groupName: 'dealinformation',
      options: values.map(option),
    });
  const patch = (bench: Bench, options: object[]) => bench.hubspot('PATCH', `${path}/work_type`, { options });

  test('A PATCH replaces the whole list; a value that is not in it is refused with the list', async () => {
    await using bench = await openDealBench();
    await define(bench, ['Retail', 'Repair']);
    const changed = await patch(bench, [option('Retail'), option('Insurance')]);
    expect((changed.body as { options: object[] }).options).toMatchObject([
      { value: 'Retail', displayOrder: 0, hidden: false },
      { value: 'Insurance', displayOrder: 1 },
    ]);
    const refused = await bench.hubspot('POST', '/crm/objects/2026-03/deals', {
      properties: { dealname: 'a', work_type: 'Repair' },
    });
    expect(refused.body).toMatchObject({
      errors: [{ code: 'INVALID_OPTION', context: { propertyName: ['work_type'] } }],
    });
    expect(refused.text).toContain('[Retail, Insurance]');
  });

  test('A list holds five thousand options and no more, each of at most three thousand characters', async () => {
    await using bench = await openDealBench();
    await define(bench, ['x']);
    const many = Array.from({ length: 5_001 }, (_, index) => option(`o${index}`));
    expect((await patch(bench, many.slice(1))).status).toBe(200);
    expect((await patch(bench, many)).status).toBe(400);
    expect((await patch(bench, [option('y'.repeat(1_501))])).status).toBe(400);
  });
});
