import { describe, expect, test } from '@jest/globals';
import {
  createConnection,
  deleteConnection,
  getConnection,
  renewSubscription,
  updateConnection,
} from '@ridgeline/contracts';
import { noUser } from '@ridgeline/events';
import { away, lostAnswer, refused } from '../testing/acculynx-fake.ts';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { sentAuditEvents, newConnection, refusalOf } from '../testing/connection-api.ts';
import { deliver, eventOf, packsTold, storedDeliveries, subscribed, tokenOf } from '../testing/deliveries.ts';
import { background, orphans, whileWritesFail } from '../testing/subscriptions.ts';
import { packDeliveries } from '../intake/delivery-packs.ts';
import { breakageText, type Breakage } from './subscription-health.ts';
import { watchOnce } from './subscription-watch.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const at = () => under.api.acculynx.subscriptions;
const there = () => [...at().values()];
const creations = () => under.api.acculynx.calls.filter(({ call }) => call === 'create').length;
const statusOf = async (id: number) => {
  const { webhookStatus, webhookReason } = await acme()(getConnection, byId(id));
  return [webhookStatus, webhookReason];
};
const told = async () => {
  await packDeliveries(under.database.db);
  return packsTold(under.database.db);
};
const custom = 'https://events.example.com/acculynx';

/** Disables all subscriptions, as AccuLynx would. */
const disable = () => {
  for (const each of there()) at().set(each.id, { ...each, enabled: false });
};
const breakages: [string, Breakage, () => void][] = [
  ['disabled', 'disabled', disable],
  ['deleted', 'gone', () => at().clear()],
  [
    'sent elsewhere',
    'elsewhere',
    () => there().forEach((each) => at().set(each.id, { ...each, consumerUrl: custom })),
  ],
];

describe('A subscription that is broken', () => {
  test.each(breakages)(
    'When it is %s, then another takes its place, and what changed is searched for',
    async (_, breakage, broken) => {
      const { id, subscriptionId, token } = await subscribed(under);
      broken();
      await background(under);

      const connection = await acme()(getConnection, byId(id));
      expect(connection).toMatchObject({ webhookStatus: 'active', webhookReason: null, version: 1 });
      expect(connection.acculynxSubscriptionId).not.toBe(subscriptionId);
      expect(there()).toMatchObject([{ id: connection.acculynxSubscriptionId, enabled: true }]);
      expect(tokenOf(under.api, connection.acculynxSubscriptionId)).not.toBe(token);
      expect((await sentAuditEvents(under.database.db)).at(-1)).toMatchObject({
        action: 'connection-subscribed-again',
        actorId: noUser,
        companyId: 'acme',
        detail: `"Waco" (#${String(id)}), automatically: ${breakageText(breakage)}`,
      });
      expect(await orphans(under)).toEqual([]);
      expect(await told()).toMatchObject([{ connectionId: id, searchNeeded: true, records: [] }]);
      expect(await told()).toHaveLength(1);
      expect(under.api.logLines.join('\n')).toContain(
        `"connectionId":${String(id)},"breakage":"${breakage}"`,
      );
    },
  );

  test('When it breaks a fourth time in a day, then the status says when it is tried next, and a day later it is', async () => {
    const { id } = await subscribed(under);
    for (let times = 1; times <= 5; times += 1) {
      disable();
      await background(under);
    }
    expect(creations()).toBe(1 + 3);
    const [status, reason] = await statusOf(id);
    expect(status).toBe('error');
    expect(reason).toMatch(
      /^AccuLynx has disabled the subscription, .* It was subscribed again 3 times in 24 hours\. The next attempt follows on \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC;/,
    );

    await under.database.asAdmin(
      `update connections set webhook_renewals = array(select at - interval '24 hours' from unnest(webhook_renewals) at)`,
    );
    await background(under);
    expect(creations()).toBe(5);
    expect(await statusOf(id)).toEqual(['active', null]);
  });

  test('When AccuLynx refuses another, then it is asked three times a day and no more', async () => {
    const { id } = await subscribed(under);
    disable();
    under.api.acculynx.faults.create = refused;
    for (let times = 1; times <= 5; times += 1) await background(under);
    expect(creations()).toBe(1 + 3);
    expect(await statusOf(id)).toEqual(['error', expect.stringContaining('3 times in 24 hours')]);
  });

  test('When AccuLynx does not answer, then that does not count, and nothing is left of what it made', async () => {
    const { id } = await subscribed(under);
    disable();
    under.api.acculynx.faults.create = lostAnswer;
    for (let times = 1; times <= 4; times += 1) await background(under);
    expect(creations()).toBe(1 + 4);
    expect(await statusOf(id)).toEqual([
      'error',
      expect.stringMatching(/Subscribing again failed: .*\. The next attempt follows within 20 minutes\.$/),
    ]);
    under.api.acculynx.faults.create = undefined;
    await background(under);
    await background(under);
    expect(await statusOf(id)).toEqual(['active', null]);
    expect(there()).toHaveLength(1);
  });

  test('When two processes find it, then one of them subscribes again', async () => {
    await subscribed(under);
    disable();
    await under.database.asAdmin(`update connections set webhook_look_due = now() - interval '1 second'`);
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3].map(() => watchOnce(under.api.parts, signal)));
    expect([creations(), there().length]).toEqual([2, 1]);
  });

  test('When the connection is deleted in the middle, then nothing is left at AccuLynx', async () => {
    const { id } = await subscribed(under);
    disable();
    let isDeleted = false;
    under.api.acculynx.beforeAnswer = async (call) => {
      if (call !== 'create' || isDeleted) return;
      isDeleted = true;
      await acme()(deleteConnection, { ...byId(id), query: {} });
    };
    await background(under);
    await background(under);
    expect(isDeleted).toBe(true);
    expect([there(), await orphans(under)]).toEqual([[], []]);
  });

  test('When another cannot be stored, then AccuLynx and the connection are as they were, and a later look succeeds', async () => {
    const { id, subscriptionId } = await subscribed(under);
    disable();
    await whileWritesFail(under, 'update of acculynx_subscription_id on connections', () =>
      background(under),
    );
    expect(there().map((each) => each.id)).toEqual([subscriptionId]);
    await background(under);
    expect(await statusOf(id)).toEqual(['active', null]);
  });

  test('When the process dies after AccuLynx has subscribed, then the events of that subscription are taken in', async () => {
    const { id } = await subscribed(under);
    at().clear();
    await whileWritesFail(under, 'update on stray_subscriptions', () => background(under));
    const [unknown] = there();
    const sent = eventOf(unknown?.id ?? '');
    expect(await deliver(under.api, tokenOf(under.api, unknown?.id ?? ''), sent)).toBe(204);
    expect(await storedDeliveries(under.database.db)).toMatchObject([{ connectionId: id }]);

    await background(under);
    expect(await statusOf(id)).toEqual(['active', null]);
    expect(there()).toHaveLength(1);
  });

  test('When its events go to another processor, then it is subscribed there again, and the status says what that means', async () => {
    const { id } = await subscribed(under, 'acme', { customEventProcessorUrl: custom });
    disable();
    await background(under);
    expect(there()).toMatchObject([{ consumerUrl: custom, enabled: true }]);
    expect(await statusOf(id)).toEqual([
      'active',
      'AccuLynx sends the events to another processor, so auto-sync finds changes only by comparing all records.',
    ]);
    const renewed = await acme()(renewSubscription, byId(id));
    expect(there()).toMatchObject([{ id: renewed.acculynxSubscriptionId, consumerUrl: custom }]);
  });
});

describe('Subscribe again', () => {
  test('When a user asks for it, then another takes its place, and what changed is searched for', async () => {
    const { id, send: sendBefore, subscriptionId } = await subscribed(under);
    const renewed = await acme()(renewSubscription, byId(id));
    expect(renewed.acculynxSubscriptionId).not.toBe(subscriptionId);
    expect(there().map((each) => each.id)).toEqual([renewed.acculynxSubscriptionId]);
    expect(await sendBefore()).toBe(204);
    expect((await told()).map(({ searchNeeded }) => searchNeeded)).toEqual([true]);
    expect((await sentAuditEvents(under.database.db)).at(-1)).toMatchObject({
      action: 'connection-subscribed-again',
      outcome: 1,
    });
  });

  test('When AccuLynx does not answer, then all is as it was, and the error says why', async () => {
    const { id, subscriptionId } = await subscribed(under);
    under.api.acculynx.faults.create = away;
    expect(await refusalOf(acme()(renewSubscription, byId(id)))).toMatchObject({
      code: 'connection.webhook_failed',
    });
    expect(there().map((each) => each.id)).toEqual([subscriptionId]);
    expect((await sentAuditEvents(under.database.db)).at(-1)).toMatchObject({ outcome: 2 });
    expect(await told()).toEqual([]);
  });

  test("When auto-sync is off, or the connection is another company's, then nothing is done", async () => {
    const { id } = await acme()(createConnection, { body: newConnection });
    expect(await refusalOf(acme()(renewSubscription, byId(id)))).toMatchObject({
      status: 409,
      code: 'connection.auto_sync_off',
    });
    expect(await refusalOf(under.api.as('umbrella')(renewSubscription, byId(id)))).toMatchObject({
      code: 'connection.not_found',
    });
    expect(there()).toEqual([]);
  });
});

test('When a save finds the subscription disabled, then what changed since is searched for', async () => {
  const { id } = await subscribed(under);
  disable();
  await acme()(updateConnection, { ...byId(id), body: { autoSyncNewJobs: true } });
  expect(await told()).toMatchObject([{ connectionId: id, searchNeeded: true }]);
});
