import { describe, expect, test } from '@jest/globals';
import {
  createConnection,
  getConnection,
  updateConnection,
  type ConnectionChange,
} from '@ridgeline/contracts';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { everythingStored, newConnection, refusalOf } from '../testing/connection-api.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const aConnection = () => acme()(createConnection, { body: newConnection });
const change = (id: number, body: ConnectionChange) => acme()(updateConnection, { ...byId(id), body });

describe('A change that comes again, because its answer was lost', () => {
  const operationId = '0b54c0aa-91d2-4f11-8f6e-000d3a5b7c01';

  test('When it was stored, then the same operation answers what is stored and does nothing again', async () => {
    const { id, version } = await aConnection();
    const again = () => change(id, { name: 'Waco North', autoSyncNewJobs: true, version, operationId });
    const first = await again();
    const before = await everythingStored(under.database.db);
    under.api.reset();

    expect(await again()).toEqual(first);
    expect(await everythingStored(under.database.db)).toBe(before);
    expect(under.api.services.asked).toEqual([]);
    expect(under.api.acculynx.calls).toEqual([]);
    expect(under.api.steps()).toEqual([]);
  });

  test('When it comes while the first is still at work, then both answer the same, and no step is reported as an error', async () => {
    const { id, version } = await aConnection();
    const bothRead = Promise.withResolvers<undefined>();
    let reading = 0;
    under.api.services.whileReading = async () => {
      reading += 1;
      if (reading === 2) bothRead.resolve(undefined);
      await bothRead.promise;
    };
    const again = () => change(id, { name: 'Waco North', autoSyncNewJobs: true, version, operationId });
    const [one, other] = await Promise.all([again(), again()]);

    expect(one).toEqual(other);
    expect(one.version).toBe(version + 1);
    expect(under.api.steps().filter(({ state }) => state === 'error')).toEqual([]);
    expect([...under.api.acculynx.subscriptions.keys()]).toEqual([one.acculynxSubscriptionId]);
  });

  test('When it comes after another change, or from another company, then it is refused as ever', async () => {
    const { id, version } = await aConnection();
    await change(id, { name: 'Waco North', version, operationId });
    const stranger = under.api.as('umbrella')(updateConnection, { ...byId(id), body: { operationId } });
    expect(await refusalOf(stranger)).toMatchObject({ status: 404, code: 'connection.not_found' });
    await change(id, { name: 'Mine', operationId: '0b54c0aa-91d2-4f11-8f6e-000d3a5b7c02' });

    expect(await refusalOf(change(id, { name: 'Waco North', version, operationId }))).toMatchObject({
      code: 'connection.changed_meanwhile',
    });
    expect((await acme()(getConnection, byId(id))).name).toBe('Mine');
  });

  test('When the operation comes with another change, or from a colleague, then it is no repetition', async () => {
    const { id, version } = await aConnection();
    const first = { name: 'Waco North', version, operationId };
    await change(id, first);
    const colleague = under.api.as('acme', 2);
    const others = [
      () => change(id, { ...first, name: 'Dallas' }),
      () => colleague(updateConnection, { ...byId(id), body: first }),
    ];
    for (const other of others)
      expect(await refusalOf(other())).toMatchObject({ code: 'connection.changed_meanwhile' });
  });

  test('When it has moved the connection to another company, then the administrator still gets the answer', async () => {
    const { id, version } = await aConnection();
    const move = () =>
      under.api.as(
        'acme',
        9,
        true,
      )(updateConnection, {
        ...byId(id),
        body: { companyId: 'umbrella', version, operationId },
      });
    const first = await move();
    expect(await move()).toEqual(first);
  });
});
