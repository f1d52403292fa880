import { describe, expect, test } from '@jest/globals';
import { SOURCE, batch, creates, openBatchBench, stored, upserts } from '../../testing/batch-bench.ts';

describe('One invalid value among the inputs', () => {
  const rows: [string, Record<string, unknown>][] = [
    ['a', { email: 'a@example.com' }],
    ['b', { email: 'b@x.con' }],
    ['c', { roof_pitch: '7' }],
  ];

  test('Without trace ids an upsert is a 400 and nothing is written', async () => {
    await using bench = await openBatchBench();
    const refused = await bench.contacts('POST', '/batch/upsert', upserts(false, ...rows));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      category: 'VALIDATION_ERROR',
      errors: [
        { code: 'INVALID_EMAIL', context: { propertyName: ['email'] } },
        { code: 'PROPERTY_DOESNT_EXIST', context: { propertyName: ['roof_pitch'] } },
      ],
    });
    expect((refused.body as { message: string }).message).toContain('"error":"INVALID_EMAIL"');
    expect(stored(bench)).toBe(0);
  });

  test('With a trace id on each it is a 207: the good one is written, the bad ones are named by trace id', async () => {
    await using bench = await openBatchBench();
    const mixed = await bench.contacts('POST', '/batch/upsert', upserts(true, ...rows));
    expect(mixed.status).toBe(207);
    expect(batch(mixed).numErrors).toBe(2);
    expect(batch(mixed).errors?.map(({ context }) => context['objectWriteTraceId'])).toEqual([
      ['trace-b'],
      ['trace-c'],
    ]);
    expect(batch(mixed).results).toMatchObject([
      { new: true, properties: { [SOURCE]: 'a', email: 'a@example.com' } },
    ]);
    expect(mixed.text).not.toContain('trace-a');
    expect(stored(bench)).toBe(1);
  });

  test('A trace id that stands twice counts as none', async () => {
    await using bench = await openBatchBench();
    const { inputs } = upserts(true, ...rows);
    const same = inputs.map((input) => ({ ...input, objectWriteTraceId: 'same' }));
    expect((await bench.contacts('POST', '/batch/upsert', { inputs: same })).status).toBe(400);
  });

  test('Create behaves the same', async () => {
    await using bench = await openBatchBench();
    const good = { email: 'a@example.com' };
    const bad = { email: '@' };
    expect((await bench.contacts('POST', '/batch/create', creates(false, good, bad))).status).toBe(400);
    expect((await bench.contacts('POST', '/batch/create', creates(true, good, bad))).status).toBe(207);
    expect(stored(bench)).toBe(1);
  });

  test('Update with trace ids is a 207, by switch still a 400', async () => {
    await using bench = await openBatchBench();
    const made = batch(await bench.contacts('POST', '/batch/upsert', upserts(true, ['a', {}], ['b', {}])));
    const inputs = made.results.map(({ id }, index) => ({
      id,
      properties: { email: index === 0 ? '@' : 'fine@example.com' },
      objectWriteTraceId: id,
    }));
    expect((await bench.contacts('POST', '/batch/update', { inputs })).status).toBe(207);
    await bench.control('PUT', '/settings', { hubspot: { behaviour: { updateWithTraceIds: '400' } } });
    expect((await bench.contacts('POST', '/batch/update', { inputs })).status).toBe(400);
  });
});

describe('A batch as a whole', () => {
  test('101 inputs are a 400', async () => {
    await using bench = await openBatchBench();
    const rows = Array.from({ length: 101 }, (_, index): [string, object] => [String(index), {}]);
    const refused = await bench.contacts(
      'POST',
      '/batch/upsert',
      upserts(true, ...(rows as [string, Record<string, unknown>][])),
    );
    expect([refused.status, stored(bench)]).toEqual([400, 0]);
  });

  test('The same id twice is a 400 even with trace ids, emails compared without case', async () => {
    await using bench = await openBatchBench();
    const twice = await bench.contacts(
      'POST',
      '/batch/upsert',
      upserts(true, ['a', {}], ['a', { city: 'Waco' }]),
    );
    expect(twice.status).toBe(400);
    expect(twice.body).toMatchObject({ category: 'VALIDATION_ERROR', context: { ids: ['a'] } });
    const byEmail = ['x@example.com', 'X@Example.com'].map((id) => ({
      id,
      idProperty: 'email',
      properties: { city: 'W' },
    }));
    expect((await bench.contacts('POST', '/batch/upsert', { inputs: byEmail })).status).toBe(400);
    expect(stored(bench)).toBe(0);
  });

  test.each([
    ['400', 400],
    ['409', 409],
  ])('One email on two inputs is a %s, as switched', async (repeatedEmail, status) => {
    await using bench = await openBatchBench({ repeatedEmail });
    const body = upserts(true, ['a', { email: 'x@example.com' }], ['b', { email: 'X@example.com' }]);
    expect((await bench.contacts('POST', '/batch/upsert', body)).status).toBe(status);
    expect(stored(bench)).toBe(0);
  });

  test('Results come out of order, by switch in order', async () => {
    await using bench = await openBatchBench();
    const rows = Array.from({ length: 60 }, (_, index): [string, Record<string, unknown>] => [
      String(index),
      {},
    ]);
    const order = async () =>
      batch(await bench.contacts('POST', '/batch/upsert', upserts(true, ...rows))).results.map(
        ({ properties }) => properties[SOURCE],
      );
    const ids = rows.map(([id]) => id);
    const first = await order();
    expect(first).not.toEqual(ids);
    expect(first.toSorted()).toEqual(ids.toSorted());
    await bench.control('PUT', '/settings', { hubspot: { behaviour: { resultOrder: 'input' } } });
    expect(await order()).toEqual(ids);
  });

  test('A repeated upsert updates: nothing is doubled, and the history tells both writes', async () => {
    await using bench = await openBatchBench();
    const body = upserts(true, ['a', { email: 'a@example.com' }]);
    const first = batch(await bench.contacts('POST', '/batch/upsert', body));
    const second = batch(await bench.contacts('POST', '/batch/upsert', body));
    expect([first.results[0]?.new, second.results[0]?.new]).toEqual([true, false]);
    expect(stored(bench)).toBe(1);
    const history = await bench.control(
      'GET',
      `/hubspot/${bench.portalId}/contacts/${first.results[0]?.id ?? ''}/history`,
    );
    expect(history.body).toMatchObject([
      { action: 'created', request: 2 },
      { action: 'updated', request: 3, changed: [] },
    ]);
  });

  test('Upsert and update by a property that is not unique are a 400, update by email too', async () => {
    await using bench = await openBatchBench();
    const inputs = (idProperty: string) => ({
      inputs: [{ id: 'x', idProperty, properties: { city: 'Waco' } }],
    });
    expect((await bench.contacts('POST', '/batch/upsert', inputs('firstname'))).status).toBe(400);
    expect((await bench.contacts('POST', '/batch/update', inputs('email'))).status).toBe(400);
  });

  test('A unique value that another contact has is refused on update', async () => {
    await using bench = await openBatchBench();
    const made = batch(await bench.contacts('POST', '/batch/upsert', upserts(true, ['a', {}], ['b', {}])));
    const b = made.results.find(({ properties }) => properties[SOURCE] === 'b');
    const refused = await bench.contacts('PATCH', `/${b?.id ?? ''}`, { properties: { [SOURCE]: 'a' } });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: [{ code: 'CONFLICTING_UNIQUE_VALUE' }] });
  });

  test('Unknown ids of an update or a read are a 207 beside what was found', async () => {
    await using bench = await openBatchBench();
    const made = batch(
      await bench.contacts('POST', '/batch/upsert', upserts(true, ['a', { email: 'a@example.com' }])),
    );
    const id = made.results[0]?.id ?? '';
    const update = [id, '1'].map((each) => ({ id: each, properties: { city: 'Waco' } }));
    const updated = await bench.contacts('POST', '/batch/update', { inputs: update });
    expect([updated.status, batch(updated).results.length]).toEqual([207, 1]);
    expect(batch(updated).errors).toMatchObject([{ context: { ids: ['1'] } }]);
    const read = await bench.contacts('POST', '/batch/read', {
      inputs: [{ id: 'A@example.com' }, { id: 'unknown@example.com' }],
      idProperty: 'email',
      properties: ['city', 'fax', 'undefined_one'],
      propertiesWithHistory: [],
    });
    expect(read.status).toBe(207);
    expect(batch(read).results[0]?.properties).toMatchObject({ city: 'Waco', fax: null, hs_object_id: id });
    expect(batch(read).results[0]?.properties).not.toHaveProperty('undefined_one');
    expect(batch(read).errors).toMatchObject([
      { category: 'OBJECT_NOT_FOUND', context: { ids: ['unknown@example.com'] } },
    ]);
  });

  test('A batch read without inputs, malformed JSON and an unknown object are 400s without category', async () => {
    await using bench = await openBatchBench();
    const refused = [
      await bench.contacts('POST', '/batch/read', { properties: [] }),
      await bench.contacts('POST', '/batch/read', '{"inputs'),
      await bench.hubspot('POST', '/crm/objects/2026-03/roofs/batch/read', { inputs: [{ id: '1' }] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    for (const { body } of refused) expect(body).not.toHaveProperty('category');
  });
});
