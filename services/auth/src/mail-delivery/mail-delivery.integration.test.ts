import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { completePasswordReset, requestPasswordReset } from '@ridgeline/contracts/internal';
import { createLogger } from '@ridgeline/kit';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { eventually, testDatabase, testRedisUrl, type TestDatabase } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { addMailJob } from '../mails/mail-job-store.postgres.ts';
import { countMails, startMailRunner } from './mail-runner.ts';
import { createMailSender, type MailSender } from './mail-sender.ts';
import { createMailWriter } from './mail-writer.ts';

const publicUrl = 'https://ridgeline.example';
const logger = createLogger({ service: 'test', level: 'silent' });
let database: TestDatabase;
let auth: AuthUnderTest;
let simulators: Simulators;
let running: AsyncDisposableStack;
let metrics: Registry;

beforeAll(async () => {
  database = await testDatabase('auth');
  auth = await startAuth({ db: database.db, redisUrl: await testRedisUrl() });
  simulators = await startSimulators({ contactsPerCompany: 1, jobsPerCompany: 1 });
});

afterAll(async () => {
  await simulators.stop();
  await auth[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

beforeEach(async () => {
  running = new AsyncDisposableStack();
  metrics = new Registry();
  simulators.mails.clear();
  await database.asAdmin('truncate mail_jobs');
});

afterEach(() => running.disposeAsync());

function realSender(): MailSender {
  const from = 'Ridgeline <no-reply@ridgeline.example>';
  return running.use(createMailSender({ url: simulators.addresses.mailSmtp, from }));
}

async function run(sender: MailSender): Promise<void> {
  const { db } = database;
  const write = createMailWriter({ db, publicUrl });
  const options = { db, write, sender, count: countMails(metrics), logger, waitAfter: () => 20 };
  running.use(await startMailRunner(options));
}

const waiting = () => database.db.forSystem((tx) => tx.query('select * from mail_jobs'));
const allSent = () =>
  eventually(async () => expect(await waiting()).toEqual([]), { what: 'the jobs to be done' });
const forget = (email: string) => auth.gateway(requestPasswordReset, { body: { email } });

describe('Emails', () => {
  test('Who forgot the password gets a link that works, from the configured address', async () => {
    await auth.register('ann@example.com');
    await run(realSender());
    await forget('ANN@example.com');
    await allSent();
    const [mail] = simulators.mails.list('ann@example.com');
    expect(mail).toMatchObject({
      from: { name: 'Ridgeline', address: 'no-reply@ridgeline.example' },
      to: [{ address: 'ann@example.com' }],
      subject: 'Reset your Ridgeline password',
    });
    const [url = ''] = /https:\S+/.exec(mail?.text ?? '') ?? [];
    expect(url).toMatch(/^https:\/\/ridgeline\.example\/auth\?token=[\w-]{43}&userId=\d+$/);
    expect(mail?.html).toContain(url.replaceAll('&', '&amp;'));
    const { searchParams } = new URL(url);
    const link = { token: searchParams.get('token') ?? '', userId: searchParams.get('userId') ?? '' };
    await auth.gateway(completePasswordReset, {
      body: { ...link, password: await auth.seal('a-new-password') },
    });
    await allSent();
    expect(simulators.mails.list('ann@example.com')[0]).toMatchObject({
      subject: 'Your password was changed',
    });
    await auth.signIn('ann@example.com', 'a-new-password');
  });

  test.each([
    ['email-replaced', 'Your email address was changed'],
    ['email-assigned', 'This is your email address for Ridgeline now'],
  ] as const)('A change of address notifies the mailbox (%s)', async (kind, subject) => {
    await run(realSender());
    await database.db.forSystem((tx) => addMailJob(tx, { kind, email: 'moved@example.com' }));
    await allSent();
    const [mail] = simulators.mails.list('moved@example.com');
    expect(mail).toMatchObject({ subject, text: expect.stringContaining('moved@example.com') });
    expect(mail?.text).toContain(`${publicUrl}/auth`);
  });

  test('An unknown email gets no mail, and its job is still removed', async () => {
    await run(realSender());
    await forget('unknown@example.com');
    await allSent();
    expect(simulators.mails.list()).toEqual([]);
    expect(await metrics.metrics()).toContain(
      'ridgeline_mails_total{kind="password-reset",result="nothing"} 1',
    );
  });

  test('Jobs that were left by a process that died are taken up', async () => {
    await database.db.forSystem((tx) =>
      addMailJob(tx, { kind: 'password-changed', email: 'left@example.com' }),
    );
    await database.asAdmin(`update mail_jobs set attempts = 1, due_at = now() - interval '1 second'`);
    await run(realSender());
    await allSent();
    expect(simulators.mails.list('left@example.com')).toHaveLength(1);
  });

  test('When the mail server is unavailable for a while, then the mail arrives afterwards', async () => {
    const real = realSender();
    let away = true;
    const sender: MailSender = {
      send: (mail) => (away ? Promise.reject(new Error('connection refused')) : real.send(mail)),
      [Symbol.dispose]: () => undefined,
    };
    await run(sender);
    await database.db.forSystem((tx) => addMailJob(tx, { kind: 'password-changed', email: 'b@example.com' }));
    await eventually(async () => expect((await waiting())[0]?.['attempts']).toBeGreaterThan(2), {
      what: 'some attempts',
    });
    away = false;
    await allSent();
    expect(simulators.mails.list('b@example.com')).toHaveLength(1);
  });

  test('When the server rejects the recipient permanently, then it is not retried', async () => {
    const sender: MailSender = {
      send: () => Promise.resolve({ outcome: 'refused', reason: '550 No such mailbox' }),
      [Symbol.dispose]: () => undefined,
    };
    await run(sender);
    await database.db.forSystem((tx) => addMailJob(tx, { kind: 'password-changed', email: 'c@example.com' }));
    await allSent();
    expect(await metrics.metrics()).toContain('kind="password-changed",result="refused"} 1');
  });

  test('A reset mail that could not be sent for an hour is dropped', async () => {
    await database.db.forSystem((tx) => addMailJob(tx, { kind: 'password-reset', email: 'ann@example.com' }));
    await database.asAdmin(`update mail_jobs set created_at = now() - interval '61 minutes'`);
    await run(realSender());
    await allSent();
    expect(simulators.mails.list()).toEqual([]);
    expect(await metrics.metrics()).toContain('kind="password-reset",result="given-up"} 1');
  });

  test('When two runners share the work, then each mail leaves once', async () => {
    await database.db.forSystem(async (tx) => {
      for (let number = 1; number <= 40; number += 1)
        await addMailJob(tx, { kind: 'password-changed', email: `many-${number}@example.com` });
    });
    const [one, other] = [realSender(), realSender()];
    const { db } = database;
    const shared = { db, write: createMailWriter({ db, publicUrl }), count: countMails(metrics), logger };
    running.use(await startMailRunner({ ...shared, sender: one }));
    running.use(await startMailRunner({ ...shared, sender: other }));
    await allSent();
    expect(new Set(simulators.mails.list().map(({ envelope }) => envelope.to[0])).size).toBe(40);
    expect(simulators.mails.list()).toHaveLength(40);
  });
});
