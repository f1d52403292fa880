import { describe, expect, test } from '@jest/globals';
import { RequestLog } from '../http/request-log.ts';
import { PROPERTIES, material, startBench } from '../testing/bench.ts';

describe('The request log', () => {
  test('Every request is listed with status, inputs and masked credential, and counted exactly', async () => {
    await using bench = await startBench();
    await bench.acculynx('/contacts?pageSize=2');
    await bench.contacts('POST', '/batch/create', {
      inputs: [{ properties: { firstname: 'a' } }, { properties: { firstname: 'b' } }],
    });
    await bench.contacts('GET', '/100000000');
    await bench.contacts('GET', '/100000001');
    const { body } = await bench.control('GET', '/requests?vendor=hubspot&method=post');
    expect(body).toMatchObject({
      total: 4,
      requests: [
        {
          number: 2,
          path: '/crm/objects/2026-03/contacts/batch/create',
          status: 201,
          inputs: 2,
          outcome: 'answered',
          companyId: 'ridge',
          credential: '••••0001',
        },
      ],
    });
    expect((await bench.control('GET', '/requests')).text).not.toContain('pat-na1');
    const counters = bench.simulators.simulation.log.counters();
    expect(counters).toContainEqual(
      expect.objectContaining({
        route: '/crm/objects/2026-03/contacts/{id}',
        requests: 2,
        byStatus: { '404': 2 },
      }),
    );
  });

  test('since gives only what came later', async () => {
    await using bench = await startBench();
    for (let call = 0; call < 5; call += 1) await bench.acculynx('/diagnostics/ping');
    const { body } = await bench.control('GET', '/requests?since=3');
    expect((body as { requests: { number: number }[] }).requests.map(({ number }) => number)).toEqual([4, 5]);
  });

  test('What the ring drops stays counted', () => {
    const log = new RequestLog(3);
    for (let index = 0; index < 10; index += 1) {
      const entry = log.open({
        vendor: 'hubspot',
        method: 'GET',
        path: '/x',
        query: '',
        at: '',
        credential: null,
        bodyBytes: 0,
        inputs: 1,
      });
      log.settle(entry, 'answered', 200, 0);
    }
    expect(log.list().map(({ number }) => number)).toEqual([8, 9, 10]);
    expect(log.counters()).toMatchObject([{ requests: 10, inputs: 10, byStatus: { '200': 10 } }]);
  });
});

describe('The control API', () => {
  test('Its index names every endpoint', async () => {
    await using bench = await startBench();
    const { body } = await bench.control('GET', '');
    const { endpoints } = body as { endpoints: { method: string; path: string; about: string }[] };
    expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toContain('POST /__sim/faults');
    expect(endpoints.every(({ about }) => about.length > 10)).toBe(true);
  });

  test('A company can be registered later, and its secrets are never shown', async () => {
    await using bench = await startBench();
    const company = {
      companyId: 'late',
      acculynxApiKey: 'late-key-99999',
      hubspotToken: 'pat-na1-late-99999',
      contacts: 3,
    };
    const registered = await bench.control('POST', '/companies', company);
    expect(registered.status).toBe(201);
    expect((await bench.acculynx('/contacts', { key: 'late-key-99999' })).body).toMatchObject({ count: 3 });
    expect((await bench.control('GET', '/companies')).text).not.toContain('late-key');
    const stolen = await bench.control('POST', '/companies', { ...company, companyId: 'thief' });
    expect(stolen.status).toBe(409);
  });

  test('A changed key takes effect immediately and leaves the data alone', async () => {
    await using bench = await startBench();
    const company = {
      companyId: 'late',
      acculynxApiKey: 'late-key',
      hubspotToken: 'pat-na1-late',
      contacts: 3,
    };
    await bench.control('POST', '/companies', { ...company, seed: 7 });
    const body = { contactTypeIds: ['t'], lastName: 'New' };
    await bench.acculynx('/contacts', { key: 'late-key', method: 'POST', body });
    await bench.control('POST', '/companies', { ...company, acculynxApiKey: 'rotated-key' });
    expect((await bench.acculynx('/contacts', { key: 'late-key' })).status).toBe(401);
    expect((await bench.acculynx('/contacts', { key: 'rotated-key' })).body).toMatchObject({ count: 4 });
  });

  test('A token loses scopes, and gets them back', async () => {
    await using bench = await startBench();
    const read = () => bench.hubspot('GET', '/crm/objects/2026-03/deals');
    const without = ['crm.objects.deals.read'];
    await bench.control('PUT', '/companies/ridge/scopes', { without });
    expect((await read()).status).toBe(403);
    await bench.control('PUT', '/companies/ridge/scopes', { without: [] });
    expect((await read()).status).toBe(200);
    expect((await bench.control('PUT', '/companies/unknown/scopes', { without })).status).toBe(404);
  });

  test('An option list can be filled immediately, and then accepts no other option', async () => {
    await using bench = await startBench();
    await bench.hubspot('POST', PROPERTIES, material(['Asphalt']));
    const values = Array.from({ length: 5_000 }, (_, index) => `Option ${index}`);
    const path = `/hubspot/${bench.portalId}/properties/contacts/roof_material/options`;
    await bench.control('PUT', path, { values });
    const { body } = await bench.hubspot('GET', `${PROPERTIES}/roof_material`);
    const { options } = body as { options: { label: string; value: string }[] };
    expect(options.map(({ value }) => value)).toEqual(values);
    const more = [...options, { label: 'One more', value: 'One more' }];
    const refused = await bench.hubspot('PATCH', `${PROPERTIES}/roof_material`, { options: more });
    expect([refused.status, refused.text.includes('TOO_MANY_OPTIONS')]).toEqual([400, true]);
  });

  test('Reset starts over, size and seed change the data', async () => {
    await using bench = await startBench();
    await bench.contacts('POST', '', { properties: { firstname: 'x' } });
    await bench.control('POST', '/reset');
    expect((await bench.control('GET', '/counts')).body).toMatchObject({
      acculynx: [{ companyId: 'ridge', contacts: 120, jobs: 60 }],
      hubspot: [{ contacts: 0 }],
    });
    expect(bench.simulators.simulation.log.total).toBe(0);
    await bench.control('PUT', '/companies/ridge/size', { contacts: 7 });
    const before = (await bench.acculynx('/contacts')).text;
    expect(before).toContain('"count":7');
    await bench.control('PUT', '/seed', { seed: 99 });
    expect((await bench.acculynx('/contacts')).text).not.toBe(before);
  });

  test('All objects come as JSON or NDJSON, and a contact can be changed behind the API', async () => {
    await using bench = await startBench();
    const lines = (await bench.control('GET', '/acculynx/ridge/contacts?format=ndjson')).text
      .trim()
      .split('\n');
    expect(lines).toHaveLength(120);
    const { id } = JSON.parse(lines[5] ?? '') as { id: string };
    await bench.control('PATCH', `/acculynx/ridge/contacts/${id}`, {
      lastName: 'Changed',
      email: 'changed@example.com',
    });
    const read = await bench.acculynx(`/contacts/${id}?includes=emailAddress`);
    expect(read.body).toMatchObject({ lastName: 'Changed' });
    expect(read.text).toContain('changed@example.com');
    await bench.control('POST', `/hubspot/${bench.portalId}/contacts`, {
      inputs: [{ properties: { email: 'old@example.com' } }],
    });
    const listed = await bench.control('GET', `/hubspot/${bench.portalId}/contacts`);
    expect(listed.body).toMatchObject([{ created: 1, updated: 0, properties: { email: 'old@example.com' } }]);
  });

  test.each([
    ['PUT', '/settings', { hubspot: { latency: { baseMs: -1 } } }],
    ['PUT', '/settings', { hubspot: { lag: 1 } }],
    ['POST', '/faults', { vendor: 'hubspot', effect: { kind: 'explode' } }],
    ['POST', '/companies', { companyId: 'x' }],
    ['GET', '/requests?vendor=other', undefined],
  ])('%s %s with %p is a 400 that says why', async (method, path, body) => {
    await using bench = await startBench();
    const refused = await bench.control(method, path, body);
    expect(refused.status).toBe(400);
    expect((refused.body as { error: string }).error).toContain('✖');
  });
});
