import { describe, expect, test } from '@jest/globals';
import {
  createConnection,
  deleteConnection,
  getConnection,
  renewWebhookAddress,
  updateConnection,
} from '@ridgeline/contracts';
import { away, lostAnswer } from '../testing/acculynx-fake.ts';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import {
  sentAuditEvents,
  everythingStored,
  newConnection,
  refusalOf,
  synced,
} from '../testing/connection-api.ts';
import { deliver, eventOf, storedDeliveries, subscribed, tokenOf } from '../testing/deliveries.ts';
import { background, orphans, whileWritesFail } from '../testing/subscriptions.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const renew = (id: number) => acme()(renewWebhookAddress, byId(id));
const there = () => [...under.api.acculynx.subscriptions.values()];
const send = (token: string, subscriptionId: string | null) =>
  deliver(under.api, token, eventOf(subscriptionId));

describe('A new webhook address', () => {
  test('When it is asked for, then events come to a new subscription, and the former address works for 24 hours', async () => {
    const before = await subscribed(under);
    const renewed = await renew(before.id);
    const token = tokenOf(under.api, renewed.acculynxSubscriptionId);

    expect(there().map(({ id }) => id)).toEqual([renewed.acculynxSubscriptionId]);
    expect(renewed.acculynxSubscriptionId).not.toBe(before.subscriptionId);
    expect(token).not.toBe(before.token);
    expect(renewed).toMatchObject({ webhookStatus: 'active', version: 1 });
    expect(await before.send()).toBe(204);
    expect(await send(token, renewed.acculynxSubscriptionId)).toBe(204);
    expect(await storedDeliveries(under.database.db)).toHaveLength(2);
    expect((await sentAuditEvents(under.database.db)).at(-1)).toMatchObject({
      action: 'connection-address-renewed',
      outcome: 1,
    });
    for (const each of [token, before.token])
      expect(await everythingStored(under.database.db)).not.toContain(each);
  });

  test('When 24 hours are over, then the former address does not exist', async () => {
    const { id, token, subscriptionId } = await subscribed(under);
    await renew(id);
    await under.database.asAdmin(
      `update webhook_tokens set valid_until = valid_until - interval '24 hours' where valid_until is not null`,
    );
    expect(await send(token, subscriptionId)).toBe(404);
  });

  test('When AccuLynx cannot remove the former subscription yet, then it is removed later', async () => {
    const { id, token } = await subscribed(under);
    under.api.acculynx.faults.remove = away;
    await renew(id);
    expect(there()).toHaveLength(2);
    // The old address still works, so the pending removal must not contain it in readable form.
    expect(await everythingStored(under.database.db)).not.toContain(token);
    Reflect.deleteProperty(under.api.acculynx.faults, 'remove');
    await background(under);
    expect(there()).toHaveLength(1);
  });

  test('When AccuLynx does not answer, or the change cannot be stored, then all is as it was', async () => {
    const { id, send: sendBefore } = await subscribed(under);
    const before = await acme()(getConnection, byId(id));
    under.api.acculynx.faults.create = { ...lostAnswer, once: true };
    expect(await refusalOf(renew(id))).toMatchObject({ code: 'connection.webhook_failed' });
    await whileWritesFail(under, 'insert on webhook_tokens', async () => {
      expect(await refusalOf(renew(id))).toMatchObject({ status: 500 });
    });
    await background(under);
    expect(there().map((each) => each.id)).toEqual([before.acculynxSubscriptionId]);
    expect(await acme()(getConnection, byId(id))).toEqual(before);
    expect(await sendBefore()).toBe(204);
    expect(await orphans(under)).toEqual([]);
    expect((await sentAuditEvents(under.database.db)).at(-1)).toMatchObject({ outcome: 2 });
  });

  test("When events come to no address of this product, or the connection is another company's, then nothing is done", async () => {
    const { id } = await acme()(createConnection, { body: newConnection });
    const other = await acme()(createConnection, {
      body: { ...synced, customEventProcessorUrl: 'https://events.example.com/acculynx' },
    });
    for (const each of [id, other.id])
      expect(await refusalOf(renew(each))).toMatchObject({
        status: 409,
        code: 'connection.no_webhook_address',
      });
    expect(await refusalOf(under.api.as('umbrella')(renewWebhookAddress, byId(other.id)))).toMatchObject({
      code: 'connection.not_found',
    });
    expect(there()).toHaveLength(1);
  });

  test('When it is asked for twice concurrently, then one subscription stays, and all addresses work', async () => {
    const { id, send: sendBefore } = await subscribed(under);
    const renewed = await Promise.all([renew(id), renew(id)]);
    const tokens = renewed.map(({ acculynxSubscriptionId }) => acculynxSubscriptionId);
    expect(new Set(tokens).size).toBe(2);
    expect(there()).toHaveLength(1);
    const { acculynxSubscriptionId } = await acme()(getConnection, byId(id));
    expect(there()[0]?.id).toBe(acculynxSubscriptionId);
    expect(await sendBefore()).toBe(204);
  });
});

test('When a save replaces or ends a subscription, then events that are on their way are still accepted', async () => {
  const { id, send: sendBefore } = await subscribed(under);
  await acme()(updateConnection, { ...byId(id), body: { autoSyncNewContacts: false } });
  expect(there()).toEqual([]);
  expect(await sendBefore()).toBe(204);
  await acme()(deleteConnection, { ...byId(id), query: {} });
  expect(await sendBefore()).toBe(404);
});
