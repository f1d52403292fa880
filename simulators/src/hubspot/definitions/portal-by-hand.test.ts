import { describe, expect, test } from '@jest/globals';
import { ALL_SCOPES } from '../../configuration/company-spec.ts';
import { PROPERTIES, material, startBench, type Bench } from '../../testing/bench.ts';

const byHand = (bench: Bench, method: string, path: string, body?: unknown) =>
  bench.control(method, `/hubspot/${bench.portalId}${path}`, body);
const text = { label: 'Text', type: 'string', fieldType: 'text', groupName: 'contactinformation' };

describe('What people make of a portal by hand', () => {
  test('A property exists immediately, with any type, and a creation of its name conflicts', async () => {
    await using bench = await startBench();
    const number = { ...text, type: 'number', fieldType: 'number' };
    expect((await byHand(bench, 'PUT', '/properties/contacts/roof_material', number)).status).toBe(200);
    const read = await bench.hubspot('GET', `${PROPERTIES}/roof_material`);
    expect(read.body).toMatchObject({ name: 'roof_material', type: 'number', archived: false });
    expect((await bench.hubspot('POST', PROPERTIES, material(['Tile']))).status).toBe(409);
  });

  test('A property that is archived by hand is gone immediately, and its name can be created again', async () => {
    await using bench = await startBench();
    await byHand(bench, 'PUT', '/properties/contacts/roof_material', text);
    expect((await byHand(bench, 'DELETE', '/properties/contacts/roof_material')).status).toBe(204);
    expect((await bench.hubspot('GET', `${PROPERTIES}/roof_material`)).status).toBe(404);
    expect((await bench.hubspot('POST', PROPERTIES, material(['Tile']))).status).toBe(201);
  });

  test('A portal at its limit creates what still fits and refuses the rest', async () => {
    await using bench = await startBench();
    await byHand(bench, 'PUT', '/limits/contacts', { custom: 1 });
    const inputs = ['one', 'two'].map((name) => ({ ...text, name }));
    const mixed = await bench.hubspot('POST', `${PROPERTIES}/batch/create`, { inputs });
    expect([mixed.status, mixed.body]).toMatchObject([
      207,
      {
        results: [{ name: 'one' }],
        errors: [{ message: 'The limit of custom properties has been reached.' }],
      },
    ]);
    await byHand(bench, 'PUT', '/limits/contacts', { custom: 5, unique: 0 });
    const unique = { ...text, name: 'three', hasUniqueValue: true };
    expect((await bench.hubspot('POST', PROPERTIES, unique)).status).toBe(400);
    expect((await bench.hubspot('POST', PROPERTIES, { ...text, name: 'three' })).status).toBe(201);
  });

  test('An account is of the type it was registered with, and tells the offset of its zone', async () => {
    await using bench = await startBench({ company: { accountType: 'SANDBOX', timeZone: 'US/Eastern' } });
    expect((await bench.hubspot('GET', '/account-info/2026-03/details')).body).toMatchObject({
      accountType: 'SANDBOX',
      utcOffset: '-05:00',
      utcOffsetMilliseconds: -18_000_000,
    });
  });
});

describe('A scope that is taken away', () => {
  const withoutScope = (bench: Bench, scope: string) =>
    bench.control('PUT', '/companies/ridge/scopes', { without: [scope] });

  test.each([
    ['crm.schemas.contacts.write', 'POST', PROPERTIES],
    ['crm.schemas.contacts.write', 'POST', `${PROPERTIES}/groups`],
    ['crm.schemas.contacts.write', 'POST', `${PROPERTIES}/batch/create`],
    ['crm.schemas.deals.write', 'PATCH', '/crm/properties/2026-03/deals/dealname'],
    ['crm.objects.contacts.write', 'POST', '/crm/objects/2026-03/contacts/batch/upsert'],
    ['crm.objects.contacts.read', 'POST', '/crm/objects/2026-03/contacts/batch/read'],
    ['crm.objects.deals.write', 'POST', '/crm/objects/2026-03/deals/batch/update'],
    ['crm.objects.deals.read', 'POST', '/crm/objects/2026-03/deals/search'],
    ['crm.objects.owners.read', 'GET', '/crm/owners/2026-03'],
    ['oauth', 'GET', '/account-info/2026-03/details'],
  ])(
    'Without %s, %s %s is a 403 that names it, and introspection tells the rest',
    async (scope, method, path) => {
      await using bench = await startBench();
      await withoutScope(bench, scope);
      const body = method === 'GET' ? undefined : { inputs: [] };
      const refused = await bench.hubspot(method, path, body);
      expect([refused.status, refused.body]).toMatchObject([
        403,
        { category: 'MISSING_SCOPES', errors: [{ context: { requiredGranularScopes: [scope] } }] },
      ]);
      const token = 'pat-na1-token-0001';
      const { body: facts } = await bench.hubspot('POST', '/oauth/v2/private-apps/get/access-token-info', {
        tokenKey: token,
      });
      expect(facts).toMatchObject({ scopes: ALL_SCOPES.filter((other) => other !== scope) });
      await bench.control('PUT', '/companies/ridge/scopes', { without: [] });
      expect((await bench.hubspot(method, path, body)).status).not.toBe(403);
    },
  );

  test.each([
    ['required', { errors: [{ context: { requiredScopes: ['oauth'] } }] }],
    ['context', { context: { requiredGranularScopes: ['oauth'] } }],
    ['none', { category: 'MISSING_SCOPES' }],
  ])('The 403 can name it in another way: %s', async (scopeNaming, expected) => {
    await using bench = await startBench();
    bench.simulators.simulation.change({ hubspot: { behaviour: { scopeNaming } } });
    await withoutScope(bench, 'oauth');
    const { body, text: words } = await bench.hubspot('GET', '/account-info/2026-03/details');
    expect(body).toMatchObject(expected);
    expect(words.includes('"oauth"')).toBe(scopeNaming !== 'none');
  });
});
