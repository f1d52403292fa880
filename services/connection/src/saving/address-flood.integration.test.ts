import { expect, test } from '@jest/globals';
import { createConnection, listConnections } from '@ridgeline/contracts';
import { eventually } from '@ridgeline/testkit/integration';
import { apiOfFile } from '../testing/api-of-file.ts';
import { newConnection, refusalOf } from '../testing/connection-api.ts';

const { api } = await apiOfFile();

/** A save with a custom address for events. */
const save = (companyId: string, userId: number) =>
  api.as(companyId, userId)(createConnection, {
    body: { ...newConnection, customEventProcessorUrl: `https://hooks.${companyId}.example/` },
  });

let people = 0;

const open = () => Object.fromEntries([...api.addresses.open].filter(([, count]) => count > 0));

test('When companies save addresses that hang, then few are checked concurrently, others list and save, and what is too much is refused', async () => {
  const gate = Promise.withResolvers<undefined>();
  api.addresses.hold = gate.promise;
  const refused: unknown[] = [];
  /** Saves by six users of the company. */
  const flood = (companyId: string, times: number): Promise<unknown>[] => {
    const first = (people += 6);
    return Array.from({ length: times }, (_, index) =>
      save(companyId, first + (index % 6)).catch((error: unknown) => void refused.push(error)),
    );
  };
  try {
    const saves = flood('acme', 60);
    await eventually(() => expect(refused).toHaveLength(52), { what: 'what is too much to be refused' });
    expect(open()).toEqual({ 'hooks.acme.example': 2 });
    expect(await api.as('umbrella')(listConnections)).toEqual([]);
    saves.push(...flood('hooli', 1));
    await eventually(() => expect(open()).toHaveProperty(['hooks.hooli.example'], 1), { what: 'its turn' });

    for (const other of Array.from({ length: 8 }, (_, index) => `company-${index}`))
      saves.push(...flood(other, 2));
    await eventually(() => expect(Object.values(open()).reduce((sum, count) => sum + count)).toBe(8), {
      what: 'as many as may be looked at',
    });
    expect(await api.as('umbrella')(createConnection, { body: newConnection })).toMatchObject({
      name: 'Waco',
    });
    gate.resolve(undefined);
    await Promise.all(saves);
  } finally {
    gate.resolve(undefined);
  }
  for (const refusal of refused)
    expect(refusal).toMatchObject({ status: 429, code: 'request.too_many', retryAfterSeconds: 1 });
  expect(refused).toHaveLength(52);
});

test('When a company has more addresses looked at than in ten minutes, then it is refused, and told how long to wait', async () => {
  api.addresses.problem = 'private';
  const codes: unknown[] = [];
  for (let n = 0; n < 62; n += 1) codes.push((await refusalOf(save('initech', 1_000))).code);
  const tooMany = ['request.too_many', 'request.too_many'];
  expect(codes).toEqual([
    ...Array.from({ length: 60 }, () => 'connection.event_processor_invalid'),
    ...tooMany,
  ]);
  expect((await refusalOf(save('initech', 1_000))).retryAfterSeconds).toBeGreaterThan(100);
  expect(await refusalOf(save('globex', 2_000))).toMatchObject({
    code: 'connection.event_processor_invalid',
  });
});
