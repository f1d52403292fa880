import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { deleteConnection } from '@ridgeline/contracts';
import { sentEventLimits, takeSentEvents } from '@ridgeline/contracts/internal';
import { eventually } from '@ridgeline/testkit';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { everythingStored } from '../testing/connection-api.ts';
import { deliver, deliverAll, eventOf, storedDeliveries, subscribed } from '../testing/deliveries.ts';

const under = await apiOfFile();
const stored = () => storedDeliveries(under.database.db);
const marked = async (id: number) =>
  (
    await under.database.db.forSystem((tx) =>
      tx.one<{ marked: boolean }>('select search_needed as marked from connections where id = $1', [id]),
    )
  ).marked;
const counted = async (result: string) =>
  (await under.api.metrics.getSingleMetricAsString('ridgeline_webhook_deliveries_total'))
    .split('\n')
    .filter((line) => line.includes(`"${result}"`))
    .map((line) => Number(line.split(' ').at(-1)))[0];

describe('A delivery', () => {
  test('When AccuLynx sends an event, then it is stored before the answer, without its body', async () => {
    const { id, token, subscriptionId } = await subscribed(under);
    const recordId = randomUUID();
    const event = eventOf(subscriptionId, { event: { contact: { id: recordId, lastName: 'Okafor' } } });
    const before = (await counted('stored')) ?? 0;
    expect(await deliver(under.api, token, event)).toBe(204);

    expect(await stored()).toEqual([{ connectionId: id, kind: 'contact', recordId, told: false }]);
    expect(await everythingStored(under.database.db)).not.toContain('Okafor');
    expect(await counted('stored')).toBe(before + 1);
    expect(await marked(id)).toBe(false);
  });

  test('When an event comes again, also at the same time, then it is accepted and stored once', async () => {
    const { token, subscriptionId } = await subscribed(under);
    const event = eventOf(subscriptionId);
    const upper = { ...event, eventId: event.eventId.toUpperCase() };
    const statuses = await Promise.all([event, event, upper].map((each) => deliver(under.api, token, each)));
    statuses.push(await deliver(under.api, token, event));
    expect(statuses).toEqual([204, 204, 204, 204]);
    expect(await stored()).toHaveLength(1);
  });

  test('When the token is made up, then the answer is 404 and nothing is stored', async () => {
    const { subscriptionId, id } = await subscribed(under);
    const forged = Buffer.alloc(32, 1).toString('base64url');
    expect(await deliver(under.api, forged, eventOf(subscriptionId))).toBe(404);
    expect(await stored()).toEqual([]);
    expect(await marked(id)).toBe(false);
  });

  test.each([
    ['no JSON', '{"topicName":', 'unreadable'],
    ['empty', '', 'unreadable'],
    ['of an unknown topic', { topicName: 'job.invoice_voided' }, 'unknown_topic'],
    ['of another subscription', { subscriptionId: randomUUID() }, 'foreign'],
    ['without a record', { event: {} }, 'unreadable'],
  ])(
    'When the body is %s, then it is accepted, and its connection must be searched',
    async (_, body, result) => {
      const [one, other] = [await subscribed(under), await subscribed(under, 'umbrella')];
      const before = (await counted(result)) ?? 0;
      const status =
        typeof body === 'string' ? await deliver(under.api, one.token, body) : await one.send(body);
      expect(status).toBe(204);
      expect(await stored()).toEqual([]);
      expect([await marked(one.id), await marked(other.id)]).toEqual([true, false]);
      expect(await counted(result)).toBe(before + 1);
    },
  );

  test("When it is AccuLynx' test event with placeholder ids, then it is accepted, and no record is due", async () => {
    const { id, send } = await subscribed(under);
    const none = '00000000-0000-0000-0000-000000000000';
    const placeholder = { eventId: none, event: { contact: { id: none } } };
    expect([await send(placeholder), await send(placeholder)]).toEqual([204, 204]);
    expect(await stored()).toEqual([]);
    expect(await marked(id)).toBe(false);
    expect(await counted('test')).toBe(2);
  });

  test('When a call is as large as the gateway makes it, then it is accepted, and one beyond is refused', async () => {
    const { token, subscriptionId } = await subscribed(under);
    const filled = (filling: string, length: number) => ({
      token,
      body: JSON.stringify(eventOf(subscriptionId, { filling: filling.repeat(length) })),
      requests: 1,
    });
    // In JSON, a control character in a body takes seven bytes, because its escape is escaped again.
    const largest = [filled('x', sentEventLimits.bytes), filled('\u0001', 40_000)];
    expect(await deliverAll(under.api, largest)).toEqual([204, 204]);
    expect(await deliverAll(under.api, [filled('x', 7_000_000)])).toEqual([413]);
    expect(await stored()).toHaveLength(2);
  });

  test('When another service or an unknown caller sends it, then it is refused', async () => {
    const { token, subscriptionId } = await subscribed(under);
    expect(await deliver(under.api, token, eventOf(subscriptionId), 'migration-worker')).toBe(403);
    const anonymous = await fetch(`${under.api.baseUrl}${takeSentEvents.path}`, { method: 'POST' });
    expect(anonymous.status).toBe(401);
    expect(await stored()).toEqual([]);
  });

  test('When it is logged, then neither its token nor its body is', async () => {
    const { token, send } = await subscribed(under);
    await send({ secret: 'in-the-body' });
    await deliver(under.api, `${token.slice(1)}x`, '{}');
    const lines = under.api.logLines.filter((line) => line.includes(takeSentEvents.path));
    expect(lines.length).toBeGreaterThan(1);
    for (const secret of [token, token.slice(1), 'in-the-body'])
      expect(under.api.logLines.join('\n')).not.toContain(secret);
  });
});

test('When more came than was read, then it is accepted with one mark, and counted as what it stands for', async () => {
  const [one, other] = [await subscribed(under), await subscribed(under, 'umbrella')];
  const writtenBy = () =>
    under.database.db.forSystem((tx) =>
      tx.one('select xmin::text as "transaction" from connections where id = $1', [one.id]),
    );
  const before = (await counted('over_rate')) ?? 0;
  const sent = [
    { token: one.token, body: null, requests: 40 },
    { token: other.token, body: JSON.stringify(eventOf(other.subscriptionId)), requests: 1 },
    { token: 'made-up', body: null, requests: 2 },
  ];
  expect(await deliverAll(under.api, sent)).toEqual([204, 204, 404]);
  expect([await marked(one.id), await marked(other.id)]).toEqual([true, false]);
  expect(await stored()).toMatchObject([{ connectionId: other.id }]);
  expect(await counted('over_rate')).toBe(before + 40);
  const marking = await writtenBy();
  expect(await deliverAll(under.api, sent.slice(0, 1))).toEqual([204]);
  expect(await writtenBy()).toEqual(marking);
});

test('When one connection is flooded, then what is beyond its rate is accepted and searched for, and another loses nothing', async () => {
  const [flooded, other] = [await subscribed(under), await subscribed(under, 'umbrella')];
  const statuses = await Promise.all([
    ...Array.from({ length: 150 }, () => flooded.send()),
    ...Array.from({ length: 50 }, () => other.send()),
  ]);
  expect(new Set(statuses)).toEqual(new Set([204]));
  const of = (id: number) => stored().then((all) => all.filter(({ connectionId }) => connectionId === id));
  expect([(await of(flooded.id)).length, (await of(other.id)).length]).toEqual([100, 50]);
  expect([await marked(flooded.id), await marked(other.id)]).toEqual([true, false]);
});

test('When the database fails while an event is stored, then the answer is 503, and the repetition is stored once', async () => {
  const { token, subscriptionId } = await subscribed(under);
  const event = eventOf(subscriptionId);
  const { database } = under;
  const locked = Promise.withResolvers<undefined>();
  const end = Promise.withResolvers<undefined>();
  const holder = database.db.forSystem(async (tx) => {
    await tx.query('lock table webhook_deliveries in share mode');
    locked.resolve(undefined);
    await end.promise;
  });
  await locked.promise;
  const first = deliver(under.api, token, event);
  await eventually(
    () =>
      database.asAdmin(
        `do $$ begin
           perform pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into webhook%';
           if not found then raise 'nothing waits yet'; end if;
         end $$`,
      ),
    { what: 'the insertion to wait' },
  );
  expect(await first).toBe(503);
  end.resolve(undefined);
  await holder;
  expect(await stored()).toEqual([]);

  expect(await deliver(under.api, token, event)).toBe(204);
  expect(await stored()).toHaveLength(1);
});

test('When a connection is deleted while events arrive, then each is answered, and none of its rows stay', async () => {
  const { id, send } = await subscribed(under);
  const other = await subscribed(under, 'umbrella');
  const sending = Array.from({ length: 60 }, () => send());
  const [, ...statuses] = await Promise.all([
    under.api.as('acme')(deleteConnection, { ...byId(id), query: {} }),
    ...sending,
    other.send(),
  ]);
  expect(statuses.every((status) => status === 204 || status === 404)).toBe(true);
  expect(statuses.at(-1)).toBe(204);
  expect(await send()).toBe(404);
  expect(await stored()).toMatchObject([{ connectionId: other.id }]);
});
