import { describe, expect, jest, test } from '@jest/globals';
import { getConnection, renewSubscription } from '@ridgeline/contracts';
import { away, notTaken, type Fault } from '../testing/acculynx-fake.ts';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { deliverTests, packsTold, storedDeliveries, subscribed } from '../testing/deliveries.ts';
import { background, proofAfter, proofDue } from '../testing/subscriptions.ts';
import { packDeliveries } from '../intake/delivery-packs.ts';
import { topicsOf, testTopic } from './subscription-order.ts';
import { watchOnce } from './subscription-watch.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const { acculynx } = under.api;
const calls = (of: string) => acculynx.calls.filter(({ call }) => call === of).length;
const connectionOf = (id: number) => acme()(getConnection, byId(id));
const statusOf = async (id: number) => {
  const { webhookStatus, webhookReason } = await connectionOf(id);
  return [webhookStatus, webhookReason];
};
const dueInHours = async () =>
  (
    await under.database.db.forSystem((tx) =>
      tx.one<{ hours: number }>(
        `select extract(epoch from webhook_test_due - now())::float8 / 3600 as hours from connections`,
      ),
    )
  ).hours;
const metric = async (name: string, result: string) =>
  Number(
    (await under.api.metrics.getSingleMetricAsString(name))
      .split('\n')
      .find((line) => line.includes(`"${result}"`))
      ?.split(' ')
      .at(-1),
  );
const lost =
  'AccuLynx accepted a test event, but it did not arrive within 10 minutes, so events may be lost. ';

describe('The test event of the day', () => {
  test('When it arrives, then the subscription is proved for a day, and no record is due', async () => {
    const { id } = await subscribed(under);
    await background(under);
    expect(acculynx.tests).toEqual([]);
    await proofDue(under);
    expect(acculynx.tests).toMatchObject([{ topicName: testTopic }]);
    expect(await deliverTests(under)).toEqual([204]);
    await packDeliveries(under.database.db);
    expect([await storedDeliveries(under.database.db), await packsTold(under.database.db)]).toEqual([[], []]);

    await proofAfter(under, '10 minutes');
    expect((await connectionOf(id)).webhookProvedAt).not.toBeNull();
    expect(await dueInHours()).toBeCloseTo(24 - 1 / 6, 1);
    expect(await statusOf(id)).toEqual(['active', null]);
    expect(calls('test')).toBe(1);
    await proofAfter(under, '1 day');
    expect(calls('test')).toBe(2);
  });

  test('When it does not arrive within 10 minutes, then the status says so, it is subscribed again, and the next one clears it', async () => {
    const { id, subscriptionId } = await subscribed(under);
    await proofDue(under);
    await proofAfter(under, '9 minutes');
    expect(calls('create')).toBe(1);
    await proofAfter(under, '1 minute');

    const again = await connectionOf(id);
    expect(again.acculynxSubscriptionId).not.toBe(subscriptionId);
    const unproved = `${lost}The next test event shows whether events arrive.`;
    expect(await statusOf(id)).toEqual(['warning', unproved]);
    await packDeliveries(under.database.db);
    expect(await packsTold(under.database.db)).toMatchObject([{ connectionId: id, searchNeeded: true }]);
    await background(under);
    expect(await statusOf(id)).toEqual(['warning', unproved]);

    // The first test event arrives after all, at the previous address: it proves nothing about the current subscription.
    expect(await deliverTests(under)).toEqual([204]);
    expect((await connectionOf(id)).webhookProvedAt).toBeNull();
    await proofDue(under);
    expect(acculynx.tests.at(-1)).toMatchObject({ subscriptionId: again.acculynxSubscriptionId });
    await deliverTests(under);
    await watchOnce(under.api.parts, new AbortController().signal);
    expect(await statusOf(id)).toEqual(['active', null]);
  });

  test('When none ever arrives, then it is subscribed again three times a day, and the status says when it is tried next', async () => {
    const { id } = await subscribed(under);
    for (let times = 1; times <= 6; times += 1) {
      await proofDue(under);
      await proofAfter(under, '10 minutes');
    }
    expect(calls('create')).toBe(1 + 3);
    const [status, reason] = await statusOf(id);
    expect([status, reason]).toEqual([
      'warning',
      expect.stringMatching(/^AccuLynx accepted .* 3 times in 24 hours\. The next attempt follows on /),
    ]);
  });

  test('When none is left for today, then no test event is sent before the next attempt', async () => {
    await subscribed(under);
    for (let times = 1; times <= 3; times += 1) {
      await proofDue(under);
      await proofAfter(under, '10 minutes');
    }
    await proofDue(under);
    expect(await dueInHours()).toBeLessThan(1);
    await proofAfter(under, '10 minutes');
    expect(await dueInHours()).toBeGreaterThan(23);
  });

  test('When an event came in the last day, then it is proof enough; one for the address before is not', async () => {
    const { id, send } = await subscribed(under);
    await send({ eventDateTime: '1999-01-01T00:00:00Z' });
    await packDeliveries(under.database.db);
    await proofDue(under);
    expect(calls('test')).toBe(0);
    expect(await dueInHours()).toBeCloseTo(24, 1);

    await acme()(renewSubscription, byId(id));
    await send();
    await packDeliveries(under.database.db);
    expect((await connectionOf(id)).webhookProvedAt).toBeNull();
    await proofDue(under);
    expect(calls('test')).toBe(1);
  });

  test.each([-1, 1])(
    'When the clock of a process is %d h off, then nothing is lost or proved by that',
    async (hours) => {
      await subscribed(under);
      const now = Date.now();
      const clock = jest.spyOn(Date, 'now').mockReturnValue(now + hours * 3_600_000);
      await proofDue(under);
      await proofAfter(under, '9 minutes');
      clock.mockRestore();
      expect([calls('test'), calls('create')]).toEqual([1, 1]);
      await deliverTests(under);
      await proofAfter(under, '1 hour');
      expect([calls('test'), calls('create')]).toEqual([1, 1]);
    },
  );

  test.each<[string, Fault, number, string]>([
    ['does not answer', away, 1 / 6, 'failed'],
    ['refuses it', notTaken, 24, 'refused'],
  ])('When AccuLynx %s, then it is not missed, and tried again later', async (_, fault, hours, result) => {
    const { id } = await subscribed(under);
    const before = await metric('ridgeline_webhook_tests_total', result);
    acculynx.faults.test = fault;
    await proofDue(under);
    expect(await dueInHours()).toBeCloseTo(hours, 1);
    await proofAfter(under, '10 minutes');
    expect(calls('create')).toBe(1);
    expect(await statusOf(id)).toEqual(['active', null]);
    expect(await metric('ridgeline_webhook_tests_total', result)).toBe(before + 2);
  });

  test('When the subscription is gone, then it is made again, and tested then', async () => {
    await subscribed(under);
    acculynx.subscriptions.clear();
    await proofDue(under);
    await watchOnce(under.api.parts, new AbortController().signal);
    expect(calls('create')).toBe(2);
    await proofDue(under);
    expect(acculynx.tests).toHaveLength(1);
  });

  test('When events go to another processor, then none is sent', async () => {
    await subscribed(under, 'acme', { customEventProcessorUrl: 'https://events.example.com/acculynx' });
    await proofDue(under);
    expect(calls('test')).toBe(0);
  });

  test('When two processes prove, then each subscription gets one', async () => {
    await Promise.all([subscribed(under), subscribed(under), subscribed(under, 'umbrella')]);
    await under.database.asAdmin(`update connections set webhook_test_due = now()`);
    const { signal } = new AbortController();
    await Promise.all([watchOnce(under.api.parts, signal), watchOnce(under.api.parts, signal)]);
    expect(calls('test')).toBe(3);
  });

  test('No connection is subscribed to its topic, whatever it copies', () => {
    const all = topicsOf({
      autoSyncNewContacts: true,
      autoSyncNewJobs: true,
      customEventProcessorUrl: null,
      jobDetails: ['representative', 'financials', 'insurance', 'milestone'],
    });
    expect(all.length).toBeGreaterThan(8);
    expect(all).not.toContain(testTopic);
  });
});

describe('A look at the subscription', () => {
  test('When an event came since the last one, then it is saved, but for one a day', async () => {
    const { send } = await subscribed(under);
    await background(under);
    expect(calls('read')).toBe(1);
    await send();
    await packDeliveries(under.database.db);
    const before = await metric('ridgeline_subscription_looks_total', 'saved');
    await background(under);
    expect(calls('read')).toBe(1);
    expect(await metric('ridgeline_subscription_looks_total', 'saved')).toBe(before + 1);

    await under.database.asAdmin(`update connections set webhook_looked_at = now() - interval '24 hours'`);
    await background(under);
    expect(calls('read')).toBe(2);
    await background(under);
    expect(calls('read')).toBe(3);
  });

  test('When the last event came more than 15 minutes ago, then it is made', async () => {
    const { send } = await subscribed(under);
    await background(under);
    await send();
    await packDeliveries(under.database.db);
    await under.database.asAdmin(
      `update connections set webhook_proved_at = now() - interval '16 minutes', webhook_looked_at = now() - interval '17 minutes'`,
    );
    await background(under);
    expect(calls('read')).toBe(2);
  });
});
