import { describe, expect, test } from '@jest/globals';
import { startBench, type Bench } from '../testing/bench.ts';

interface Listed {
  readonly results: readonly { readonly id: string; readonly [field: string]: unknown }[];
  readonly paging?: { readonly next: { readonly after: string; readonly link: string } };
}

const contact = async (bench: Bench, properties: object): Promise<string> =>
  ((await bench.contacts('POST', '', { properties })).body as { id: string }).id;
const listed = async (bench: Bench, path: string): Promise<Listed> =>
  (await bench.hubspot('GET', path)).body as Listed;

describe('Bodies that leave out what the file requires', () => {
  test('A search of nothing but filters, or of nothing at all, is answered', async () => {
    await using bench = await startBench();
    await contact(bench, { firstname: 'a', city: 'Waco' });
    bench.clock.advance(3_000);
    const filters = [{ propertyName: 'city', operator: 'EQ', value: 'Waco' }];
    for (const body of [{ filterGroups: [{ filters }] }, {}]) {
      const { status, body: answer } = await bench.contacts('POST', '/search', body);
      expect([status, answer]).toMatchObject([
        200,
        { total: 1, results: [{ properties: { firstname: 'a' } }] },
      ]);
    }
  });

  test('A batch read of nothing but ids shows the default properties', async () => {
    await using bench = await startBench();
    const id = await contact(bench, { firstname: 'a' });
    const read = await bench.contacts('POST', '/batch/read', { inputs: [{ id }] });
    expect([read.status, read.body]).toMatchObject([200, { results: [{ properties: { firstname: 'a' } }] }]);
  });
});

describe('GET of objects', () => {
  test('The link to the next page leads there, with the same query', async () => {
    await using bench = await startBench();
    for (const firstname of ['a', 'b', 'c']) await contact(bench, { firstname });
    const first = await listed(bench, '/crm/objects/2026-03/contacts?limit=2&properties=firstname');
    const { origin, pathname, search } = new URL(first.paging?.next.link ?? '');
    expect(origin).toBe(bench.simulators.addresses.hubspot);
    const second = await listed(bench, `${pathname}${search}`);
    expect(second.results).toMatchObject([{ properties: { firstname: 'c' } }]);
    expect(second).not.toHaveProperty('paging');
  });

  test('Histories show every value a property had, the newest first', async () => {
    await using bench = await startBench();
    const id = await contact(bench, { firstname: 'a', city: 'Waco' });
    bench.clock.advance(1_000);
    await bench.contacts('PATCH', `/${id}`, { properties: { city: '' } });
    const city = [
      { value: '', timestamp: '2026-11-20T12:00:01.000Z', sourceType: 'INTEGRATION' },
      { value: 'Waco', timestamp: '2026-11-20T12:00:00.000Z' },
    ];
    const query = 'propertiesWithHistory=city';
    expect((await bench.contacts('GET', `/${id}?${query}`)).body).toMatchObject({
      propertiesWithHistory: { city },
    });
    expect((await bench.contacts('GET', `?${query}`)).body).toMatchObject({
      results: [{ propertiesWithHistory: { city } }],
    });
    const batch = await bench.contacts('POST', '/batch/read', {
      inputs: [{ id }],
      propertiesWithHistory: ['city'],
    });
    expect(batch.body).toMatchObject({ results: [{ propertiesWithHistory: { city } }] });
    expect((await bench.contacts('GET', `?limit=51&${query}`)).status).toBe(400);
  });

  test('Associated records are named by kind, and only where there are some', async () => {
    await using bench = await startBench();
    const [one, other] = [await contact(bench, { firstname: 'a' }), await contact(bench, { firstname: 'b' })];
    const deal = (
      await bench.hubspot('POST', '/crm/objects/2026-03/deals', {
        properties: { dealname: 'Roof' },
        associations: [
          { to: { id: one }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 }] },
        ],
      })
    ).body as { id: string };
    const read = await bench.contacts('GET', `/${one}?associations=deals,companies`);
    expect((read.body as { associations: unknown }).associations).toEqual({
      deals: { results: [{ id: deal.id, type: 'contact_to_deal' }] },
    });
    expect((await bench.contacts('GET', `/${other}?associations=deals`)).body).not.toHaveProperty(
      'associations',
    );
    expect((await bench.contacts('GET', `/${one}?associations=roofs`)).status).toBe(400);
  });

  test('Archived records show only when they are asked for, and then without the others', async () => {
    await using bench = await startBench();
    const [gone, kept] = [await contact(bench, { firstname: 'a' }), await contact(bench, { firstname: 'b' })];
    await bench.contacts('DELETE', `/${gone}`);
    const ids = async (query: string) =>
      (await listed(bench, `/crm/objects/2026-03/contacts${query}`)).results.map(({ id }) => id);
    expect([await ids(''), await ids('?archived=true')]).toEqual([[kept], [gone]]);
    expect((await bench.contacts('GET', `/${gone}`)).status).toBe(404);
    expect((await bench.contacts('GET', `/${gone}?archived=true`)).body).toMatchObject({
      archived: true,
      archivedAt: '2026-11-20T12:00:00.000Z',
    });
    expect((await bench.contacts('GET', `/${kept}?archived=true`)).status).toBe(404);
  });

  test.each(['companies', 'tickets'])('A portal has %s, but none of them', async (object) => {
    await using bench = await startBench();
    const base = `/crm/objects/2026-03/${object}`;
    expect((await bench.hubspot('GET', base)).body).toEqual({ results: [] });
    expect((await bench.hubspot('POST', `${base}/search`, {})).body).toEqual({ total: 0, results: [] });
    expect((await bench.hubspot('POST', `${base}/batch/read`, { inputs: [{ id: '1' }] })).status).toBe(207);
    expect((await bench.hubspot('GET', `${base}/1`)).status).toBe(404);
    const { results } = await listed(bench, `/crm/properties/2026-03/${object}`);
    expect(results.map(({ name }) => name)).toContain('hs_object_id');
  });
});

describe('Owners, pipelines, labels', () => {
  test('An owner tells when it was made and of what type it is', async () => {
    await using bench = await startBench();
    const { results } = await listed(bench, '/crm/v3/owners');
    expect(results).toMatchObject([
      { type: 'PERSON', createdAt: expect.any(String), updatedAt: expect.any(String) },
    ]);
    expect((await bench.hubspot('GET', `/crm/v3/owners/${results[0]?.id ?? ''}`)).body).toEqual(results[0]);
    expect(await listed(bench, '/crm/v3/owners?email=unknown@example.com')).toEqual({ results: [] });
    expect((await bench.hubspot('GET', '/crm/v3/owners/1')).status).toBe(404);
  });

  test('A pipeline, its stages and one of them can be read singly', async () => {
    await using bench = await startBench();
    const base = '/crm/pipelines/2026-03/deals';
    const read = async (path: string) => (await bench.hubspot('GET', `${base}${path}`)).body;
    expect(await read('/default')).toMatchObject({ id: 'default', label: 'Sales Pipeline' });
    expect((await read('/default/stages')) as Listed).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ id: 'closedwon' })]),
    });
    expect(await read('/default/stages/closedwon')).toMatchObject({ metadata: { isClosed: 'true' } });
    expect((await bench.hubspot('GET', `${base}/none`)).status).toBe(404);
    expect((await bench.hubspot('GET', `${base}/default/stages/20511801`)).status).toBe(404);
  });

  test('Labels are made, renamed and dropped, and show in both directions', async () => {
    await using bench = await startBench();
    const path = (pair: string) => `/crm/associations/2026-03/${pair}/labels`;
    const labels = async (pair: string) =>
      (await listed(bench, path(pair))).results.map(({ label, typeId }) => [label, typeId]);
    expect(await labels('contacts/deals')).toEqual([[null, 4]]);
    const made = await bench.hubspot('POST', path('contacts/deals'), {
      name: 'payer',
      label: 'Payer',
      inverseLabel: 'Paid by',
    });
    expect(made.body).toMatchObject({
      results: [{ category: 'USER_DEFINED', typeId: 1, label: 'Payer' }, {}],
    });
    expect(await labels('deals/contacts')).toEqual([
      [null, 3],
      ['Paid by', 2],
    ]);
    const change = { associationTypeId: 1, label: 'Pays' };
    expect((await bench.hubspot('PUT', path('contacts/deals'), change)).status).toBe(204);
    expect(await labels('contacts/deals')).toContainEqual(['Pays', 1]);
    expect((await bench.hubspot('DELETE', `${path('contacts/deals')}/1`)).status).toBe(204);
    expect((await bench.hubspot('DELETE', `${path('contacts/deals')}/1`)).status).toBe(404);
    expect(await labels('deals/contacts')).toEqual([[null, 3]]);
  });
});
