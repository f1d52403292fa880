import { describe, expect, test } from '@jest/globals';
import { createConnection, getConnection } from '@ridgeline/contracts';
import { away, refused } from '../testing/acculynx-fake.ts';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { synced } from '../testing/connection-api.ts';
import { watchOnce } from './subscription-watch.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const create = () => acme()(createConnection, { body: synced });
const there = () => [...under.api.acculynx.subscriptions.values()];
const custom = 'https://events.example.com/acculynx';
const background = async () => {
  await under.database.asAdmin(`update connections set webhook_look_due = now() - interval '1 second'`);
  await watchOnce(under.api.parts, new AbortController().signal);
};

describe('The background look', () => {
  const statusOf = async (id: number) => {
    const { webhookStatus, webhookReason } = await acme()(getConnection, byId(id));
    return [webhookStatus, webhookReason];
  };
  const made = async () => {
    const { id, acculynxSubscriptionId } = await create();
    const subscription = under.api.acculynx.subscriptions.get(acculynxSubscriptionId ?? '');
    if (!subscription) throw new Error('Nothing is subscribed');
    return { id, subscription };
  };

  test('When it is gone or disabled and AccuLynx refuses another, then the status is error with both reasons, and active again when fixed', async () => {
    const { id, subscription } = await made();
    under.api.acculynx.faults.create = refused;
    under.api.acculynx.subscriptions.delete(subscription.id);
    await background();
    expect(await statusOf(id)).toEqual([
      'error',
      'AccuLynx no longer has the subscription. Subscribing again failed: AccuLynx refused the key (HTTP 401). The next attempt follows within 20 minutes.',
    ]);

    under.api.acculynx.subscriptions.set(subscription.id, { ...subscription, enabled: false });
    await background();
    expect(await statusOf(id)).toEqual(['error', expect.stringContaining('has disabled the subscription')]);

    under.api.acculynx.subscriptions.set(subscription.id, subscription);
    await background();
    expect(await statusOf(id)).toEqual(['active', null]);
  });

  test('When the key is refused, then it is invalid; when AccuLynx is unavailable, then the known status stays', async () => {
    const { id } = await made();
    under.api.acculynx.faults.read = away;
    await background();
    expect(await statusOf(id)).toEqual(['active', null]);
    under.api.acculynx.faults.read = refused;
    await background();
    expect(await statusOf(id)).toEqual(['invalid', 'AccuLynx refused the key (HTTP 401)']);
  });

  test('When topics or address were changed at AccuLynx, then topics are set right and the address is a warning', async () => {
    const { id, subscription } = await made();
    under.api.acculynx.faults.create = refused;
    under.api.acculynx.subscriptions.set(subscription.id, { ...subscription, topicNames: ['job_created'] });
    await background();
    expect(there()).toEqual([subscription]);
    under.api.acculynx.subscriptions.set(subscription.id, { ...subscription, consumerUrl: custom });
    await background();
    expect(await statusOf(id)).toEqual(['warning', expect.stringContaining('another address')]);
  });

  test('When two processes check, then each subscription is checked one time, and not again before it is due', async () => {
    await create();
    await create();
    await under.database.asAdmin(`update connections set webhook_look_due = now()`);
    under.api.acculynx.calls.length = 0;
    const { signal } = new AbortController();
    await Promise.all([watchOnce(under.api.parts, signal), watchOnce(under.api.parts, signal)]);
    await watchOnce(under.api.parts, signal);

    expect(under.api.acculynx.calls.map(({ call }) => call)).toEqual(['read', 'read']);
    const [due] = await under.database.db.forSystem((tx) =>
      tx.query<{ soonest: number; latest: number }>(
        `select extract(epoch from min(webhook_look_due) - now())::float8 as soonest,
           extract(epoch from max(webhook_look_due) - now())::float8 as latest from connections`,
      ),
    );
    expect(due?.soonest).toBeGreaterThan(11 * 60);
    expect(due?.latest).toBeLessThan(19 * 60);
  });
});
