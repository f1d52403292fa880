import { describe, expect, test } from '@jest/globals';
import { createConnection, listConnections, type NewConnection } from '@ridgeline/contracts';
import { away, lostAnswer } from '../testing/acculynx-fake.ts';
import { apiOfFile } from '../testing/api-of-file.ts';
import { newConnection, refusalOf, synced } from '../testing/connection-api.ts';
import { prepareSubscription } from './reused-subscription.ts';
import { watchOnce } from './subscription-watch.ts';
import { background, orphans, whileWritesFail } from '../testing/subscriptions.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const create = (body: Partial<NewConnection> = {}) =>
  acme()(createConnection, { body: { ...synced, ...body } });
const there = () => [...under.api.acculynx.subscriptions.values()];
const custom = 'https://events.example.com/acculynx';

describe('A subscription that no connection holds', () => {
  test('When the answer is lost and AccuLynx stays unavailable, then the background job removes the subscription later', async () => {
    under.api.acculynx.faults.create = lostAnswer;
    under.api.acculynx.faults.list = away;
    await refusalOf(create());
    expect(there()).toHaveLength(1);
    await background(under);
    expect(there()).toHaveLength(1);

    Reflect.deleteProperty(under.api.acculynx.faults, 'list');
    await background(under);
    expect(there()).toEqual([]);
    expect(await orphans(under)).toEqual([]);
  });

  test('When storing fails and AccuLynx is unavailable, then the background job removes the subscription later', async () => {
    under.api.acculynx.faults.remove = away;
    await whileWritesFail(under, 'insert on secrets', async () => {
      expect(await refusalOf(create())).toMatchObject({ status: 500 });
    });
    expect(there()).toHaveLength(1);
    Reflect.deleteProperty(under.api.acculynx.faults, 'remove');
    await background(under);

    expect(there()).toEqual([]);
    expect(await orphans(under)).toEqual([]);
    expect(await acme()(listConnections)).toEqual([]);
  });

  test('When the process dies between subscribing and storing, then another one removes the subscription', async () => {
    const { acculynxApiKey: apiKey } = newConnection;
    const settings = { ...synced, autoSyncNewJobs: false, customEventProcessorUrl: null, jobDetails: [] };
    const order = { companyId: 'acme', connectionId: null, apiKey, settings, held: null };
    const dead = await prepareSubscription(under.api.parts, order);
    await watchOnce(under.api.parts, new AbortController().signal);
    expect(there()).toHaveLength(1);
    under.api.acculynx.faults.remove = away;
    await background(under);
    // A save that took so long that its subscription is already being removed must not be stored.
    const late = under.database.db.forCompany('acme', (tx) =>
      dead.store(tx, { companyId: 'acme', connectionId: 1 }),
    );
    await expect(late).rejects.toMatchObject({ code: 'connection.webhook_failed' });

    Reflect.deleteProperty(under.api.acculynx.faults, 'remove');
    await background(under);
    expect(there()).toEqual([]);
  });

  test('When storing fails, then the subscription is removed before the answer', async () => {
    await whileWritesFail(under, 'insert on secrets', async () => {
      expect(await refusalOf(create())).toMatchObject({ status: 500 });
    });
    expect(there()).toEqual([]);
    expect(await orphans(under)).toEqual([]);
  });

  test('When AccuLynx completes a creation only after the save has failed, then it is still found', async () => {
    under.api.acculynx.faults.create = away;
    await refusalOf(create());
    const [orphan] = await orphans(under);
    const late = { id: 'late', enabled: true, techContact: null, topicNames: [] };
    under.api.acculynx.subscriptions.set('late', { ...late, consumerUrl: orphan?.address ?? '' });
    await background(under);

    expect(there()).toEqual([]);
    expect(await orphans(under)).toEqual([]);
  });

  test('When another connection has since subscribed the same address, then that one is left alone', async () => {
    under.api.acculynx.faults.create = lostAnswer;
    under.api.acculynx.faults.remove = away;
    await refusalOf(create({ customEventProcessorUrl: custom }));
    under.api.acculynx.faults.create = undefined;
    under.api.acculynx.faults.remove = undefined;
    const { acculynxSubscriptionId } = await create({ customEventProcessorUrl: custom });
    await background(under);

    expect(there().map(({ id }) => id)).toEqual([acculynxSubscriptionId]);
  });
});
