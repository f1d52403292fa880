import { describe, expect, test } from '@jest/globals';
import {
  createConnection,
  getConnection,
  listConnections,
  testConnection,
  updateConnection,
  type ConnectionChange,
} from '@ridgeline/contracts';
import { eventually } from '@ridgeline/testkit';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { away, lostAnswer, notTaken, oddAnswer, refused } from '../testing/acculynx-fake.ts';
import { everythingStored, hooks, newConnection, refusalOf, synced } from '../testing/connection-api.ts';
import { background, orphans, whileWritesFail } from '../testing/subscriptions.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const create = (body: Parameters<typeof Object.assign>[0] = synced) =>
  acme()(createConnection, { body: { ...synced, ...body } });
const change = (id: number, body: ConnectionChange) => acme()(updateConnection, { ...byId(id), body });
const there = () => [...under.api.acculynx.subscriptions.values()];
const operationId = '0b54c0aa-91d2-4f11-8f6e-000d3a5b7c01';
const otherId = '0b54c0aa-91d2-4f11-8f6e-000d3a5b7c02';
const custom = 'https://events.example.com/acculynx';

describe('A save with auto-sync', () => {
  test('When contacts are synced, then AccuLynx sends their events to an address that cannot be guessed', async () => {
    const saved = await create({ operationId });

    expect(there()).toMatchObject([
      { id: saved.acculynxSubscriptionId, topicNames: ['contact_added', 'contact_changed'] },
    ]);
    expect(there()[0]?.consumerUrl).toMatch(new RegExp(`^${hooks}/hooks/acculynx/[\\w-]{43}$`));
    expect(saved).toMatchObject({ webhookStatus: 'active', webhookReason: null });
    expect(under.api.steps()).toEqual([
      { operationId, state: 'in-progress', text: '' },
      { operationId, state: 'complete', text: 'The webhook is subscribed at AccuLynx' },
    ]);
    expect(await orphans(under)).toEqual([]);
  });

  test('When auto-sync is off, then nothing is subscribed and the step says so', async () => {
    const saved = await create({ autoSyncNewContacts: false, operationId });

    expect(saved).toMatchObject({ webhookStatus: 'pending', acculynxSubscriptionId: null });
    expect(under.api.acculynx.calls).toEqual([]);
    expect(under.api.steps().at(-1)).toMatchObject({
      state: 'complete',
      text: 'Auto-sync is off: no webhook is needed',
    });
  });

  const ofRefusal = { status: 400, code: 'connection.webhook_refused' } as const;
  const ofFailure = { status: 502, code: 'connection.webhook_failed' } as const;
  for (const [what, fault, answer] of [
    ['refuses the key', refused, ofRefusal],
    ['does not take the address', notTaken, ofRefusal],
    ['is unavailable', away, ofFailure],
    ['is cut off after it has subscribed', lostAnswer, ofFailure],
    ['subscribes and answers in an unknown way', oddAnswer, ofFailure],
  ] as const)
    test(`When AccuLynx ${what}, then the save fails with that step and nothing is left anywhere`, async () => {
      under.api.acculynx.faults.create = fault;
      const refusal = await refusalOf(create({ operationId }));

      expect(refusal).toMatchObject(answer);
      expect(refusal.message).toMatch(/^Webhook error: AccuLynx /);
      expect(under.api.steps().at(-1)).toEqual({ operationId, state: 'error', text: refusal.message });
      expect(await acme()(listConnections)).toEqual([]);
      await background(under);
      expect(there()).toEqual([]);
      expect(await orphans(under)).toEqual([]);
    });

  test('When the save cannot be stored, then its step is never told complete but as an error, and nothing is left', async () => {
    await whileWritesFail(under, 'insert on connections', async () => {
      const refusal = await refusalOf(create({ operationId }));
      expect(refusal).toMatchObject({ status: 500 });
      expect(under.api.steps()).toEqual([
        { operationId, state: 'in-progress', text: '' },
        { operationId, state: 'error', text: refusal.message },
      ]);
    });
    expect(there()).toEqual([]);
    expect(await orphans(under)).toEqual([]);
  });

  test('When the same save comes twice concurrently, then one connection has one subscription', async () => {
    const both = Promise.withResolvers<undefined>();
    let reading = 0;
    under.api.services.whileReading = async () => {
      reading += 1;
      if (reading === 2) both.resolve(undefined);
      await both.promise;
    };
    const twice = () => acme()(createConnection, { body: synced }, { idempotencyKey: 'once-and-only-once' });
    const [one, other] = await Promise.all([twice(), twice()]);

    expect(one).toEqual(other);
    expect(there().map(({ id }) => id)).toEqual([one.acculynxSubscriptionId]);
    expect(await orphans(under)).toEqual([]);
  });
});

describe('The event processor', () => {
  test('When an address is given, then AccuLynx sends the events there, and others there are left alone', async () => {
    under.api.acculynx.subscriptions.set('theirs', {
      id: 'theirs',
      consumerUrl: custom,
      enabled: true,
      techContact: null,
      topicNames: ['job_created'],
    });
    const saved = await create({ customEventProcessorUrl: custom });
    expect(there().map(({ id, consumerUrl }) => [id, consumerUrl])).toEqual([
      ['theirs', custom],
      [saved.acculynxSubscriptionId, custom],
    ]);
    under.api.acculynx.faults.create = lostAnswer;
    await refusalOf(create({ customEventProcessorUrl: custom }));
    await background(under);

    expect(there().map(({ id }) => id)).toEqual(['theirs', saved.acculynxSubscriptionId]);
  });

  test('When it is emptied, then the events come to this product', async () => {
    const { id } = await create({ customEventProcessorUrl: custom });
    expect(await change(id, { customEventProcessorUrl: ' ' })).toMatchObject({
      customEventProcessorUrl: null,
    });
    expect(there()).toMatchObject([{ consumerUrl: expect.stringContaining(`${hooks}/hooks/acculynx/`) }]);
  });

  for (const [problem, answers, code] of [
    ['invalid', true, 'connection.event_processor_invalid'],
    ['private', true, 'connection.event_processor_invalid'],
    ['unresolvable', true, 'connection.event_processor_unreachable'],
    [null, false, 'connection.event_processor_unreachable'],
  ] as const)
    test(`When it is ${problem ?? 'silent'}, then it is refused before any vendor is asked`, async () => {
      Object.assign(under.api.addresses, { problem, answers });
      expect(await refusalOf(create({ customEventProcessorUrl: custom }))).toMatchObject({
        status: 400,
        code,
        fields: { customEventProcessorUrl: expect.any(String) },
      });
      expect(under.api.services.asked).toEqual([]);
      expect(await acme()(listConnections)).toEqual([]);
    });
});

describe('A change', () => {
  test('When other events are wanted, then the same subscription has other topics', async () => {
    const { id, acculynxSubscriptionId } = await create();
    await change(id, { autoSyncNewContacts: false, autoSyncNewJobs: true });

    expect(there()).toMatchObject([
      { id: acculynxSubscriptionId, topicNames: expect.arrayContaining(['job_created']) },
    ]);
    expect(there()[0]?.topicNames).not.toContain('contact_added');
  });

  test('When jobs are copied with details, then their topics are subscribed too, and removed with the detail', async () => {
    const { id } = await create({ autoSyncNewContacts: false, autoSyncNewJobs: true });
    const plain = there()[0]?.topicNames ?? [];
    expect(plain).toEqual(expect.arrayContaining(['job_updated', 'job.category_changed']));
    await change(id, { jobDetails: ['financials', 'representative'] });
    expect(new Set(there()[0]?.topicNames)).toEqual(
      new Set([
        ...plain,
        'job.financials.approved-value_changed',
        'job.representatives.company_assigned',
        'job.representatives.company_changed',
      ]),
    );
    await change(id, { jobDetails: [] });
    expect(there()[0]?.topicNames).toEqual(plain);
  });

  test('When AccuLynx changes the topics and sends an unknown answer, then they are changed back', async () => {
    const { id } = await create();
    under.api.acculynx.faults.update = { ...oddAnswer, once: true };
    expect(await refusalOf(change(id, { autoSyncNewJobs: true }))).toMatchObject({
      code: 'connection.webhook_failed',
    });
    expect(there()[0]?.topicNames).toEqual(['contact_added', 'contact_changed']);
  });

  test('When two users switch syncs concurrently, then AccuLynx has the topics of the one that is stored', async () => {
    const { id, version } = await create();
    const bothRead = Promise.withResolvers<undefined>();
    let reading = 0;
    under.api.services.whileReading = async () => {
      reading += 1;
      if (reading === 2) bothRead.resolve(undefined);
      await bothRead.promise;
    };
    const ends = await Promise.allSettled([
      change(id, { autoSyncNewJobs: true, version, operationId }),
      change(id, { autoSyncNewContacts: false, autoSyncNewJobs: true, version, operationId: otherId }),
    ]);

    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { autoSyncNewContacts } = await acme()(getConnection, byId(id));
    expect(there()).toHaveLength(1);
    expect(there()[0]?.topicNames.includes('contact_added')).toBe(autoSyncNewContacts);
    expect(there()[0]?.topicNames).toContain('job_created');
  });

  test('When the subscription is looked at while a save changes it, then both end with the topics that are stored', async () => {
    const { id } = await create();
    const tests: Promise<unknown>[] = [];
    under.api.acculynx.beforeAnswer = async (call) => {
      if (call !== 'update' || tests.length > 0) return;
      tests.push(acme()(testConnection, byId(id)));
      await eventually(
        () => {
          expect(under.api.services.testedTimes).toBe(1);
        },
        { what: 'the test to begin' },
      );
    };
    await change(id, { autoSyncNewJobs: true });
    await Promise.all(tests);

    expect(there()[0]?.topicNames).toContain('job_created');
    expect(await acme()(getConnection, byId(id))).toMatchObject({ webhookStatus: 'active' });
  });

  test('When the address changes, then a new subscription takes over and the old one is removed', async () => {
    const { id, acculynxSubscriptionId } = await create();
    const changed = await change(id, { customEventProcessorUrl: custom });

    expect(changed.acculynxSubscriptionId).not.toBe(acculynxSubscriptionId);
    expect(there()).toMatchObject([{ id: changed.acculynxSubscriptionId, consumerUrl: custom }]);
    expect(await orphans(under)).toEqual([]);
  });

  test('When both are switched off, then it is removed, later when AccuLynx is unavailable', async () => {
    const { id } = await create();
    under.api.acculynx.faults.remove = away;
    expect(await change(id, { autoSyncNewContacts: false })).toMatchObject({
      webhookStatus: 'pending',
      acculynxSubscriptionId: null,
    });
    expect(there()).toHaveLength(1);
    Reflect.deleteProperty(under.api.acculynx.faults, 'remove');
    await background(under);
    expect(there()).toEqual([]);
  });

  test('When AccuLynx has disabled or lost it, then a save subscribes again', async () => {
    const { id, acculynxSubscriptionId } = await create();
    const disabled = there()[0];
    if (disabled) under.api.acculynx.subscriptions.set(disabled.id, { ...disabled, enabled: false });
    const changed = await change(id, { operationId });

    expect(there()).toMatchObject([{ id: changed.acculynxSubscriptionId, enabled: true }]);
    expect(changed.acculynxSubscriptionId).not.toBe(acculynxSubscriptionId);
  });

  for (const [what, body] of [
    ['topics', { autoSyncNewJobs: true }],
    ['address', { customEventProcessorUrl: custom }],
    ['end', { autoSyncNewContacts: false }],
  ] as const)
    test(`When storing another ${what} fails, then AccuLynx and the connection are as they were`, async () => {
      const { id } = await create();
      const [before, stored] = [there(), await acme()(getConnection, byId(id))];
      await whileWritesFail(under, 'update of version on connections', async () => {
        expect(await refusalOf(change(id, { ...body, operationId }))).toMatchObject({ status: 500 });
      });
      expect(under.api.steps().map(({ state }) => state)).toEqual(['in-progress', 'error']);
      expect(there()).toEqual(before);
      expect(await acme()(getConnection, byId(id))).toEqual(stored);
      expect(await orphans(under)).toEqual([]);
    });
});

test('The keys of orphaned subscriptions are sealed, and no secret is in a row, an event or a log line', async () => {
  under.api.acculynx.faults.create = lostAnswer;
  under.api.acculynx.faults.list = away;
  await refusalOf(create({ operationId }));
  under.api.acculynx.reset();
  const { id } = await create({ operationId });
  under.api.services.refusal = { code: 'connection.acculynx_refused' };
  const refusal = await refusalOf(change(id, { ...newConnection, name: 'Dallas', operationId }));

  const everything = [
    await everythingStored(under.database.db),
    ...under.api.logLines,
    JSON.stringify([refusal.body, under.api.steps()]),
  ].join('\n');
  expect(await orphans(under)).toHaveLength(1);
  for (const canary of [newConnection.acculynxApiKey, newConnection.hubspotPat])
    for (const encoding of ['utf8', 'hex', 'base64'] as const)
      expect(everything).not.toContain(Buffer.from(canary).toString(encoding).replace(/=+$/, ''));
});
