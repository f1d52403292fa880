import { describe, expect, test } from '@jest/globals';
import type { Bench } from '../../testing/bench.ts';
import { batch, creates, openBatchBench, stored, upserts } from '../../testing/batch-bench.ts';

describe('An email that another contact has', () => {
  const taken = async (bench: Bench): Promise<string> => {
    const properties = { email: 'Ann@Example.com', hs_additional_emails: 'Ann.Old@example.com' };
    const { id } = (await bench.contacts('POST', '', { properties })).body as { id: string };
    return id;
  };

  test('Create without trace ids is a 409 that names the first conflict', async () => {
    await using bench = await openBatchBench();
    const id = await taken(bench);
    const refused = await bench.contacts(
      'POST',
      '/batch/create',
      creates(false, { firstname: 'x' }, { email: 'ANN@example.com' }),
    );
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      category: 'CONFLICT',
      message: `Contact already exists. Existing ID: ${id}`,
    });
    expect(stored(bench)).toBe(1);
  });

  test('Create with trace ids is a 207 with the existing id', async () => {
    await using bench = await openBatchBench();
    const id = await taken(bench);
    const mixed = await bench.contacts(
      'POST',
      '/batch/create',
      creates(true, { firstname: 'x' }, { email: 'ann@example.com' }),
    );
    expect(mixed.status).toBe(207);
    expect(batch(mixed).errors).toMatchObject([
      { category: 'CONFLICT', context: { objectWriteTraceId: ['trace-1'], existingId: [id] } },
    ]);
    expect(stored(bench)).toBe(2);
  });

  test('Upsert is a 409 for the whole batch even with trace ids, by switch a 207', async () => {
    await using bench = await openBatchBench();
    await taken(bench);
    const body = upserts(true, ['a', {}], ['b', { email: 'ann@example.com' }]);
    expect((await bench.contacts('POST', '/batch/upsert', body)).status).toBe(409);
    expect(stored(bench)).toBe(1);
    await bench.control('PUT', '/settings', { hubspot: { behaviour: { batchConflict: 'record' } } });
    expect((await bench.contacts('POST', '/batch/upsert', body)).status).toBe(207);
    expect(stored(bench)).toBe(2);
  });

  test('An additional email conflicts as well, and does not name its contact to an upsert by email', async () => {
    await using bench = await openBatchBench();
    await taken(bench);
    const inputs = [{ id: 'ann.old@example.com', idProperty: 'email', properties: { firstname: 'Ann' } }];
    expect((await bench.contacts('POST', '/batch/upsert', { inputs })).status).toBe(409);
    expect((await bench.contacts('POST', '', { properties: { email: 'ann.old@example.com' } })).status).toBe(
      409,
    );
  });

  test('The contact itself may keep its email, and an archived one frees it', async () => {
    await using bench = await openBatchBench();
    const id = await taken(bench);
    const change = { properties: { email: 'ann@example.com', city: 'Waco' } };
    expect((await bench.contacts('PATCH', `/${id}`, change)).status).toBe(200);
    expect((await bench.contacts('DELETE', `/${id}`)).status).toBe(204);
    expect((await bench.contacts('GET', `/${id}`)).status).toBe(404);
    expect((await bench.contacts('POST', '', { properties: { email: 'ann@example.com' } })).status).toBe(201);
  });
});
