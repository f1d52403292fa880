import { create } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { User } from '@ridgeline/contracts';
import { ConnectionPart, eventEnvelope, outgoingEvent, topics } from '@ridgeline/events';
import { openKafka } from '@ridgeline/kafka';
import { createLogger, newId } from '@ridgeline/kit';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import {
  eventually,
  testBrokers,
  testDatabase,
  testRedisUrl,
  type TestDatabase,
} from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { countMails, startMailRunner } from '../mail-delivery/mail-runner.ts';
import { createMailSender } from '../mail-delivery/mail-sender.ts';
import { createMailWriter } from '../mail-delivery/mail-writer.ts';
import { addMailJob, takeMailJobs } from '../mails/mail-job-store.postgres.ts';
import { startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { collectAlert, consumeConnectionAlerts } from './alert-consumer.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const resources = new AsyncDisposableStack();
let database: TestDatabase;
let auth: AuthUnderTest;
let simulators: Simulators;
let ann: User;

beforeAll(async () => {
  database = resources.use(await testDatabase('auth'));
  auth = resources.use(await startAuth({ db: database.db, redisUrl: await testRedisUrl() }));
  simulators = await startSimulators({ contactsPerCompany: 1, jobsPerCompany: 1 });
  resources.defer(() => simulators.stop());
  ann = (await auth.register('ann@example.com')).user;
}, 60_000);

afterAll(() => Promise.resolve(resources.disposeAsync()));

beforeEach(async () => {
  simulators.mails.clear();
  await database.asAdmin('truncate mail_jobs, alert_digests cascade');
});

/** Inserts a colleague of Ann with these column values. */
const colleague = (name: string, columns = '') =>
  database.asAdmin(
    `insert into users (company_id, email, username, password_hash, email_verified_at)
     values ('${ann.companyId}', '${name}@example.com', '${name}', '', now())`,
    ...(columns === '' ? [] : [`update users set ${columns} where username = '${name}'`]),
  );

const aValue = (connectionId: number, companyId: string, part: ConnectionPart) => ({
  connectionId,
  companyId,
  connectionName: `Office ${connectionId}`,
  part,
  reason: 'HubSpot refused the token (HTTP 401)',
  syncsContacts: true,
});
interface Given {
  readonly id?: string;
  readonly companyId?: string;
  readonly part?: ConnectionPart;
}
/** The connection service reports that a connection has stopped working. */
const stops = (connectionId: number, given: Given = {}) => {
  const { id = newId(), companyId = ann.companyId, part = ConnectionPart.HUBSPOT } = given;
  const { name, schema } = topics.connectionAlert;
  return collectAlert(database.db, {
    topic: name,
    key: String(connectionId),
    value: create(schema, aValue(connectionId, companyId, part)),
    envelope: { id, type: schema.typeName, time: new Date().toISOString(), companyId },
  });
};

const jobs = () =>
  database.db.forSystem((tx) =>
    tx.query<{ email: string; seconds: number }>(
      `select email, extract(epoch from due_at - now())::float8 as seconds from mail_jobs order by due_at, email`,
    ),
  );
const lines = async (): Promise<number[]> => {
  const rows = await database.db.forSystem((tx) =>
    tx.query<{ parts: number }>(
      'select count(*)::int as parts from alert_lines group by digest_id order by digest_id',
    ),
  );
  return rows.map(({ parts }) => parts);
};
/** Advances the clock until the waiting emails are due. */
const mailsAreDue = () =>
  database.asAdmin(
    `update alert_digests set due_at = least(due_at, now() - interval '1 second')`,
    `update mail_jobs set due_at = least(due_at, now() - interval '1 second')`,
  );

/** Sends due emails until none is waiting. */
async function sendAll(): Promise<void> {
  const { db } = database;
  const from = 'Ridgeline <no-reply@ridgeline.example>';
  await using running = new AsyncDisposableStack();
  const sender = running.use(createMailSender({ url: simulators.addresses.mailSmtp, from }));
  const write = createMailWriter({ db, publicUrl: 'https://ridgeline.example' });
  running.use(await startMailRunner({ db, write, sender, count: countMails(new Registry()), logger }));
  await eventually(async () => expect(await jobs()).toEqual([]), { what: 'the emails to be sent' });
}
const receivers = () => simulators.mails.list().map(({ envelope }) => envelope.to[0]);

describe('When connections of a company stop working', () => {
  test('then by Kafka and SMTP all its people get one mail, with what and why, and a link', async () => {
    await colleague('bob');
    await using running = new AsyncDisposableStack();
    const kafka = running.use(
      openKafka({ brokers: testBrokers(), clientId: 'test', logger, metrics: new Registry() }),
    );
    await kafka.ensureTopics([topics.connectionAlert]);
    running.use(await consumeConnectionAlerts(kafka, database.db));
    const producer = await kafka.producer();
    const event = outgoingEvent(topics.connectionAlert, {
      key: '7',
      value: aValue(7, ann.companyId, ConnectionPart.HUBSPOT),
      envelope: eventEnvelope(ann.companyId),
    });
    await producer.publish([event, event]);
    await eventually(async () => expect(await lines()).toEqual([1]), { what: 'the event' });
    for (const { seconds } of await jobs()) expect(seconds).toBeGreaterThan(60);
    await mailsAreDue();
    await sendAll();

    expect(receivers().toSorted()).toEqual(['ann@example.com', 'bob@example.com']);
    const [mail] = simulators.mails.list('bob@example.com');
    expect(mail).toMatchObject({ subject: 'A Ridgeline connection has stopped working' });
    expect(mail?.text).toContain('HubSpot no longer accepts the token of the connection "Office 7"');
    expect(mail?.text).toContain('New contacts are not synced');
    expect(mail?.text).toContain('https://ridgeline.example/connections/7\n');
  });

  test('then no mail goes to users who are revoked, whose email is not verified, or who are of another company', async () => {
    await colleague('revoked', 'access_revoked = true');
    await colleague('unverified', 'email_verified_at = null');
    await auth.register('elsewhere@example.com');
    await stops(7);
    expect((await jobs()).map(({ email }) => email)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/revoked|unverified|elsewhere/)]),
    );
    expect((await jobs()).map(({ email }) => email)).toContain('ann@example.com');
  });

  test.each(['access_revoked = true', 'email_verified_at = null', `company_id = 'co_left'`])(
    'then no mail goes to users for whom this changed before sending: %s',
    async (columns) => {
      const name = `was-${columns.slice(0, 6)}`;
      await database.asAdmin(`insert into companies values ('co_left') on conflict do nothing`);
      await colleague(name);
      await stops(7);
      await database.asAdmin(`update users set ${columns} where username = '${name}'`);
      await mailsAreDue();
      await sendAll();
      expect(receivers()).toContain('ann@example.com');
      expect(receivers()).not.toContain(`${name}@example.com`);
    },
  );

  test('a thousand together, then each of 500 users gets one mail, which lists a few', async () => {
    await database.asAdmin(
      `insert into companies values ('co_large')`,
      `insert into users (company_id, email, username, password_hash, email_verified_at)
       select 'co_large', 'large-' || n || '@example.com', 'large-' || n, '', now() from generate_series(1, 500) n`,
    );
    const companyId = 'co_large';
    for (let from = 1; from <= 1_000; from += 4)
      await Promise.all([0, 1, 2, 3].map((more) => stops(from + more, { companyId })));
    expect(await lines()).toEqual([1_000]);
    expect(await jobs()).toHaveLength(500);

    await database.asAdmin(`delete from mail_jobs where email <> 'large-9@example.com'`);
    await mailsAreDue();
    await sendAll();
    const [mail] = simulators.mails.list();
    expect(mail?.subject).toBe('1000 Ridgeline connections have stopped working');
    expect(mail?.text.match(/connections\/\d+/g)).toHaveLength(10);
    expect(mail?.text).toContain('So have 990 more');
  }, 60_000);

  test('later ones, then they are collected for a mail an hour after the first', async () => {
    await stops(1);
    await stops(2);
    await mailsAreDue();
    await sendAll();
    await stops(3);
    await stops(4);
    expect(await lines()).toEqual([2, 2]);
    for (const { seconds } of await jobs()) expect(seconds).toBeGreaterThan(59 * 60);
    await mailsAreDue();
    simulators.mails.clear();
    await sendAll();
    expect(simulators.mails.list('ann@example.com')).toHaveLength(1);
    expect(simulators.mails.list('ann@example.com')[0]?.text).toMatch(/Office 3[^]*Office 4/);
  });

  test('while the emails are being sent, then the one that comes then is in the next mail, and all get the same', async () => {
    await stops(1);
    await database.asAdmin('update alert_digests set closed = true');
    await stops(2);
    expect(await lines()).toEqual([1, 1]);
  });

  test('while no mail can be sent, then what comes after the time of the mail is in the next one', async () => {
    await stops(1);
    await mailsAreDue();
    await stops(2);
    expect(await lines()).toEqual([1, 1]);
  });

  test('then an event that comes again, and a part that is reported already, add nothing', async () => {
    const id = newId();
    for (const given of [{ id }, { id }, {}]) expect(await stops(7, given)).toEqual({ verdict: 'done' });
    await stops(7, { part: ConnectionPart.ACCULYNX });
    expect(await lines()).toEqual([2]);
    await mailsAreDue();
    await stops(7, { id });
    expect(await lines()).toEqual([2]);
  });

  test('then what is old is forgotten', async () => {
    await stops(1);
    await database.asAdmin(`update alert_digests set due_at = now() - interval '49 hours'`);
    await stops(2);
    expect(await lines()).toEqual([1]);
  });

  test('then a mail with a link goes first', async () => {
    await stops(1);
    await mailsAreDue();
    await database.db.forSystem((tx) => addMailJob(tx, { kind: 'password-reset', email: 'zoe@example.com' }));
    const [first] = await database.db.forSystem((tx) => takeMailJobs(tx, { limit: 1, leaseSeconds: 60 }));
    expect(first).toMatchObject({ kind: 'password-reset' });
  });
});

test('What is of no company, or no part of a connection, goes to the dead letters and is taken when it can be', async () => {
  const id = newId();
  const unknown = { id, companyId: 'co_unknown' };
  expect(await stops(7, unknown)).toMatchObject({ verdict: 'dead', kind: 'unknown' });
  expect(await stops(7, { part: ConnectionPart.UNSPECIFIED })).toMatchObject({
    verdict: 'dead',
    kind: 'value',
  });
  expect(await lines()).toEqual([]);
  await database.asAdmin(`insert into companies values ('co_unknown')`);
  await stops(7, unknown);
  expect(await lines()).toEqual([1]);
});
