import { describe, expect, test } from '@jest/globals';
import { createConnection, deleteConnection, listConnections } from '@ridgeline/contracts';
import { getConnectionSecrets } from '@ridgeline/contracts/internal';
import { away, refused } from '../testing/acculynx-fake.ts';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { everythingStored, newConnection, refusalOf, synced } from '../testing/connection-api.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const there = () => under.api.acculynx.subscriptions.size;

describe('Deleting a connection', () => {
  test('When it is subscribed, then the subscription goes too, and none of the secrets is left', async () => {
    const { id, acculynxSubscriptionId } = await acme()(createConnection, { body: synced });

    expect(await acme()(deleteConnection, byId(id))).toEqual({
      webhookDisabled: true,
      subscriptionId: acculynxSubscriptionId,
    });
    expect(there()).toBe(0);
    expect(await acme()(listConnections)).toEqual([]);
    const rows = (await everythingStored(under.database.db)).split('\n');
    expect(rows.every((row) => row.startsWith('outbox '))).toBe(true);
    const secrets = { ...byId(id), query: { companyId: 'acme' } };
    expect(
      await refusalOf(under.api.asService('migration-worker')(getConnectionSecrets, secrets)),
    ).toMatchObject({ status: 404 });
  });

  test('When it was never subscribed, or AccuLynx has lost the subscription, then there was none', async () => {
    const none = { webhookDisabled: false, subscriptionId: null };
    const plain = await acme()(createConnection, { body: newConnection });
    expect(await acme()(deleteConnection, byId(plain.id))).toEqual(none);
    const lost = await acme()(createConnection, { body: synced });
    under.api.acculynx.subscriptions.clear();
    expect(await acme()(deleteConnection, byId(lost.id))).toEqual(none);
  });

  for (const [what, fault] of [
    ['is unavailable', away],
    ['refuses the key', refused],
  ] as const)
    test(`When AccuLynx ${what}, then the connection and its key are still deleted, and the answer says what is left`, async () => {
      const { id, acculynxSubscriptionId } = await acme()(createConnection, { body: synced });
      under.api.acculynx.faults.remove = fault;

      expect(await acme()(deleteConnection, byId(id))).toEqual({
        webhookDisabled: false,
        subscriptionId: acculynxSubscriptionId,
      });
      expect(await acme()(listConnections)).toEqual([]);
      expect(await everythingStored(under.database.db)).not.toMatch(/^(data_keys|secrets|stray_)/m);
    });

  test('When its secrets cannot be opened any more, then it can be deleted still', async () => {
    const { id, acculynxSubscriptionId } = await acme()(createConnection, { body: synced });
    await under.database.asAdmin(`update secrets set ciphertext = '\\x00'`);
    expect(await acme()(deleteConnection, byId(id))).toEqual({
      webhookDisabled: false,
      subscriptionId: acculynxSubscriptionId,
    });
  });

  test('When a migration is open, then it is refused, unless the request cancels it', async () => {
    const { id } = await acme()(createConnection, { body: synced });
    under.api.services.openMigrations = 2;
    expect(await refusalOf(acme()(deleteConnection, byId(id)))).toMatchObject({
      status: 409,
      code: 'connection.migrations_open',
    });
    expect(there()).toBe(1);
    expect(under.api.services.cancelled).toBe(0);

    await acme()(deleteConnection, { ...byId(id), query: { cancelMigrations: 'true' } });
    expect(under.api.services.cancelled).toBe(2);
    expect(await acme()(listConnections)).toEqual([]);
  });
});
