import { describe, expect, test } from '@jest/globals';
import { startBench, type Bench } from '../../testing/bench.ts';

const wanted = {
  consumerUrl: 'https://hooks.example.com/al/6f2c?token=1',
  techContact: 'ops@example.com',
  topicNames: ['contact_added', 'job_created'],
  integrationType: 'Api',
};
const create = (bench: Bench, change: object = {}) =>
  bench.webhooks('POST', '/subscriptions', { ...wanted, ...change });
const created = async (bench: Bench): Promise<string> =>
  ((await create(bench)).body as { subscriptionId: string }).subscriptionId;
const change = (bench: Bench, quirks: object) => bench.simulators.simulation.change({ acculynx: { quirks } });

describe('Subscriptions to webhooks', () => {
  test('One is created, read, changed and deleted', async () => {
    await using bench = await startBench();
    const reply = await create(bench);
    expect([reply.status, Object.keys(reply.body as object)]).toEqual([200, ['subscriptionId']]);
    const { subscriptionId: id } = reply.body as { subscriptionId: string };
    expect((await bench.webhooks('GET', `/subscriptions/${id}`)).body).toEqual({
      id,
      _link: `https://api.acculynx.com/webhooks/v2/subscriptions/${id}`,
      consumerUrl: wanted.consumerUrl,
      topicNames: wanted.topicNames,
      integrationType: 'Api',
      createdDate: '2026-11-20T12:00:00Z',
      modifiedDate: '2026-11-20T12:00:00Z',
      status: 'Enabled',
      tech_contact: 'ops@example.com',
    });
    const put = await bench.webhooks('PUT', `/subscriptions/${id}`, {
      technicalContact: 'new@example.com',
      techContact: 'ignored@example.com',
      topicNames: ['job_updated'],
      consumerUrl: 'https://elsewhere.example.com',
    });
    expect([put.status, put.text]).toEqual([200, '']);
    expect((await bench.webhooks('GET', `/subscriptions/${id}`)).body).toMatchObject({
      consumerUrl: wanted.consumerUrl,
      tech_contact: 'new@example.com',
      topicNames: ['job_updated'],
    });
    expect((await bench.webhooks('DELETE', `/subscriptions/${id}`)).status).toBe(204);
    for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const)
      expect((await bench.webhooks(method, `/subscriptions/${id}`, body)).status).toBe(404);
  });

  test('The same address can be subscribed twice; the list is paged by record, and past its end is a 416', async () => {
    await using bench = await startBench();
    expect((await bench.webhooks('GET', '/subscriptions')).status).toBe(416);
    const [first, second] = [await created(bench), await created(bench)];
    const page = await bench.webhooks('GET', '/subscriptions?pageSize=1&pageStartIndex=1');
    expect(page.body).toMatchObject({ count: 2, pageSize: 1, pageStartIndex: 1, items: [{ id: second }] });
    expect((await bench.webhooks('GET', '/subscriptions?pageStartIndex=2')).status).toBe(416);
    await bench.control('PATCH', `/acculynx/ridge/subscriptions/${first}`, { enabled: false });
    const filtered = async (filter: string) =>
      (await bench.webhooks('GET', `/subscriptions?subscriptionStatusQueryFilter=${filter}`)).body;
    expect(await filtered('Inactive')).toMatchObject({ items: [{ id: first, status: 'Disabled' }] });
    expect(await filtered('Active')).toMatchObject({ items: [{ id: second }] });
    expect(await filtered('None')).toMatchObject({ status: 404 });
    const consumerUrl = 'https://elsewhere.example.com';
    await bench.control('PATCH', `/acculynx/ridge/subscriptions/${second}`, { consumerUrl });
    expect(await filtered('Active')).toMatchObject({ items: [{ id: second, consumerUrl }] });
  });

  test.each([
    [412, { consumerUrl: 'http://hooks.example.com' }],
    [412, { consumerUrl: 'not an address' }],
    [412, { consumerUrl: undefined }],
    [412, { consumerUrl: 'https://localhost/x' }],
    [412, { consumerUrl: 'https://hooks.internal' }],
    [412, { consumerUrl: 'https://gateway' }],
    [412, { consumerUrl: 'https://10.1.2.3' }],
    [412, { consumerUrl: 'https://2130706433' }],
    [412, { consumerUrl: 'https://[::1]' }],
    [412, { consumerUrl: 'https://[::ffff:192.168.0.1]' }],
    [412, { consumerUrl: 'https://[fd00::1]' }],
    [412, { topicNames: ['contact_added', 'contact_deleted'] }],
    [400, { topicNames: [] }],
    [400, { techContact: undefined }],
    [400, { techContact: 'not-an-email' }],
    [404, { topicNames: 'contact_added' }],
    [404, { integrationType: 'Browser' }],
    [200, { consumerUrl: 'https://8.8.8.8/x', integrationType: undefined }],
    [200, { consumerUrl: 'https://[2606:4700::1111]' }],
  ])('A creation is answered with %p for %p', async (status, body) => {
    await using bench = await startBench();
    expect((await create(bench, body)).status).toBe(status);
    expect(bench.simulators.simulation.company('ridge')?.subscriptions.list()).toHaveLength(
      status === 200 ? 1 : 0,
    );
  });

  test('A test event is asked for in any topic that exists, and delivered nowhere', async () => {
    await using bench = await startBench();
    const path = `/subscriptions/${await created(bench)}/test-event`;
    expect((await bench.webhooks('POST', path, { topicName: 'job_updated' })).status).toBe(202);
    expect((await bench.webhooks('POST', path, { topicName: 'job_deleted' })).status).toBe(412);
    expect((await bench.webhooks('POST', '/subscriptions/none/test-event', {})).status).toBe(404);
    expect((await bench.control('GET', '/acculynx/ridge/subscriptions')).body).toMatchObject([
      { testEvents: ['job_updated'] },
    ]);
  });

  test('All 22 topics are listed', async () => {
    await using bench = await startBench();
    const { body } = await bench.webhooks('GET', '/topics?pageSize=100');
    const { count, items } = body as { count: number; items: { topicName: string }[] };
    expect([count, new Set(items.map(({ topicName }) => topicName)).size]).toEqual([22, 22]);
    expect((await bench.webhooks('GET', '/topics?pageStartIndex=22')).status).toBe(416);
  });

  test('What is spelled otherwise elsewhere can be switched', async () => {
    await using bench = await startBench();
    change(bench, {
      consumerUrls: 'any',
      subscriptionStatus: 'enabled',
      techContactKey: 'technicalContact',
      subscriptionsPastEnd: 'empty',
      subscriptionPut: '204',
    });
    expect((await bench.webhooks('GET', '/subscriptions')).body).toMatchObject({ count: 0, items: [] });
    const { body } = await create(bench, { consumerUrl: 'http://127.0.0.1:80' });
    const path = `/subscriptions/${(body as { subscriptionId: string }).subscriptionId}`;
    expect((await bench.webhooks('GET', path)).body).toMatchObject({
      status: 'enabled',
      technicalContact: 'ops@example.com',
    });
    expect((await bench.webhooks('PUT', path, {})).status).toBe(204);
  });

  test('Each step can fail separately: its path meets a fault, the others do not', async () => {
    await using bench = await startBench();
    const id = await created(bench);
    const path = '/webhooks/v2/subscriptions';
    await bench.control('POST', '/faults', {
      vendor: 'acculynx',
      method: 'POST',
      path,
      effect: { kind: 'revoke' },
    });
    await bench.control('POST', '/faults', {
      vendor: 'acculynx',
      path: `${path}/*`,
      effect: { kind: 'http-error', status: 403, body: 'json' },
    });
    expect((await create(bench)).status).toBe(401);
    expect((await bench.webhooks('DELETE', `/subscriptions/${id}`)).status).toBe(403);
    expect((await bench.webhooks('GET', '/subscriptions')).status).toBe(200);
  });

  test('They outlive a new key and a new size, and end with a reset or by hand', async () => {
    await using bench = await startBench();
    const listed = async () =>
      ((await bench.control('GET', '/acculynx/ridge/subscriptions')).body as unknown[]).length;
    const id = await created(bench);
    await created(bench);
    await bench.control('PUT', '/companies/ridge/size', { contacts: 1 });
    const [spec] = bench.simulators.simulation.companies;
    await bench.control('POST', '/companies', { ...spec, acculynxApiKey: 'acculynx-key-0002' });
    expect((await bench.webhooks('GET', '/subscriptions')).status).toBe(401);
    expect(await listed()).toBe(2);
    expect((await bench.control('DELETE', `/acculynx/ridge/subscriptions/${id}`)).status).toBe(204);
    expect((await bench.control('DELETE', `/acculynx/ridge/subscriptions/${id}`)).status).toBe(404);
    expect(await listed()).toBe(1);
    await bench.control('POST', '/reset');
    expect(await listed()).toBe(0);
  });
});
