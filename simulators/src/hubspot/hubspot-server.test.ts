import { describe, expect, test } from '@jest/globals';
import { PROPERTIES, material, startBench, type Bench } from '../testing/bench.ts';

describe('Access', () => {
  test('An unknown token is a 401', async () => {
    await using bench = await startBench();
    const refused = await bench.hubspot('GET', '/account-info/2026-03/details', undefined, 'pat-na1-unknown');
    expect([refused.status, refused.body]).toMatchObject([401, { category: 'INVALID_AUTHENTICATION' }]);
  });

  test('A missing scope is a 403 that names the alternatives', async () => {
    await using bench = await startBench({ company: { scopes: ['oauth', 'crm.schemas.contacts.write'] } });
    const read = await bench.hubspot('GET', PROPERTIES);
    expect(read.status).toBe(403);
    expect(read.body).toMatchObject({
      category: 'MISSING_SCOPES',
      errors: [
        {
          context: {
            requiredGranularScopes: expect.arrayContaining(['crm.schemas.contacts.read']),
          },
        },
      ],
    });
    expect((await bench.hubspot('POST', PROPERTIES, material(['Tile']))).status).toBe(201);
  });

  test('Introspection takes the token in its body', async () => {
    await using bench = await startBench();
    const path = '/oauth/v2/private-apps/get/access-token-info';
    const found = await bench.hubspot('POST', path, { tokenKey: 'pat-na1-token-0001' });
    expect(found.body).toMatchObject({
      hubId: bench.portalId,
      scopes: expect.arrayContaining(['oauth']),
    });
    expect((await bench.hubspot('POST', path, { tokenKey: 'pat-na1-other' })).status).toBe(401);
  });

  test('Account details tell portal, zone and offset', async () => {
    await using bench = await startBench({ company: { timeZone: 'US/Eastern', region: 'eu1' } });
    const { body } = await bench.hubspot('GET', '/account-info/2026-03/details');
    expect(body).toMatchObject({
      portalId: bench.portalId,
      timeZone: 'US/Eastern',
      utcOffset: '-05:00',
      utcOffsetMilliseconds: -18_000_000,
      dataHostingLocation: 'eu1',
    });
  });

  test.each([
    '/crm/objects/2025-01/contacts',
    '/crm/objects/v3/contacts',
    '/crm/2026-03/objects/contacts',
    '/nowhere',
  ])('%p is a 404 with an HTML body', async (path) => {
    await using bench = await startBench();
    const refused = await bench.hubspot('GET', path);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([404, 'text/html;charset=utf-8']);
  });
});

describe('Contacts', () => {
  test('v3 and the date version show the same record, its email in lower case, with computed properties', async () => {
    await using bench = await startBench();
    const properties = { email: 'Ann@Example.COM', firstname: 'Ann' };
    const created = await bench.contacts('POST', '', { properties });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      properties: {
        email: 'ann@example.com',
        hs_email_domain: 'example.com',
        lifecyclestage: 'lead',
        hs_object_source: 'INTEGRATION',
      },
    });
    const { id } = created.body as { id: string };
    const read = await bench.hubspot('GET', `/crm/v3/objects/0-1/${id}?properties=email,phone,nothing`);
    expect((read.body as { properties: object }).properties).toEqual({
      email: 'ann@example.com',
      phone: null,
      hs_object_id: id,
      createdate: '2026-11-20T12:00:00.000Z',
      lastmodifieddate: '2026-11-20T12:00:00.000Z',
    });
  });

  test('An empty string clears, a change of nothing and a nameless contact are refused', async () => {
    await using bench = await startBench();
    const { id } = (
      await bench.contacts('POST', '', { properties: { email: 'a@example.com', city: 'Waco' } })
    ).body as { id: string };
    await bench.contacts('PATCH', `/${id}`, { properties: { city: '' } });
    expect((await bench.contacts('GET', `/${id}?properties=city`)).body).toMatchObject({
      properties: { city: null },
    });
    expect((await bench.contacts('PATCH', `/${id}`, { properties: {} })).status).toBe(400);
    expect((await bench.contacts('POST', '', { properties: { company: 'Only' } })).status).toBe(400);
  });

  test('The list continues after its cursor', async () => {
    await using bench = await startBench();
    for (const name of ['a', 'b', 'c']) await bench.contacts('POST', '', { properties: { firstname: name } });
    const first = (await bench.contacts('GET', '?limit=2')).body as {
      results: unknown[];
      paging: { next: { after: string } };
    };
    const second = (await bench.contacts('GET', `?limit=2&after=${first.paging.next.after}`)).body as {
      results: unknown[];
    };
    expect([first.results.length, second.results.length]).toEqual([2, 1]);
    expect(second).not.toHaveProperty('paging');
  });
});

describe('Values', () => {
  const refusal = async (bench: Bench, properties: object): Promise<string> => {
    const { body } = await bench.contacts('POST', '', { properties: { firstname: 'x', ...properties } });
    return (body as { errors?: { code: string }[] }).errors?.[0]?.code ?? 'taken';
  };

  test.each([
    [{ lifecyclestage: 'Lead' }, 'INVALID_OPTION'],
    [{ lifecyclestage: 'customer' }, 'taken'],
    [{ createdate: '2026-01-01' }, 'READ_ONLY_VALUE'],
    [{ closedate: 'soon' }, 'INVALID_LONG'],
    [{ closedate: 1_790_000_000_000 }, 'taken'],
    [{ no_such_property: '' }, 'PROPERTY_DOESNT_EXIST'],
    [{ email: ' a@example.com' }, 'INVALID_EMAIL'],
  ])('%p: %p', async (properties, expected) => {
    await using bench = await startBench();
    expect(await refusal(bench, properties)).toBe(expected);
  });

  test('A date must be midnight in UTC', async () => {
    await using bench = await startBench();
    await bench.hubspot('POST', PROPERTIES, {
      ...material([]),
      name: 'built',
      type: 'date',
      fieldType: 'date',
      options: [],
    });
    expect(await refusal(bench, { built: '2026-01-02T22:18:55Z' })).toBe('INVALID_DATE');
    expect(await refusal(bench, { built: '1767312000000' })).toBe('taken');
  });

  test('The error for an option lists all options, by switch as a dump', async () => {
    await using bench = await startBench();
    await bench.hubspot('POST', PROPERTIES, material(['Tile', 'Slate']));
    const refused = () =>
      bench.contacts('POST', '', { properties: { firstname: 'x', roof_material: 'Metal' } });
    expect((await refused()).text).toContain('Metal was not one of the allowed options: [Tile, Slate]');
    await bench.control('PUT', '/settings', { hubspot: { behaviour: { optionMessage: 'dump' } } });
    expect((await refused()).text).toContain('display_order: 1');
  });
});
