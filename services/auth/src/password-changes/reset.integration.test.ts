import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { completePasswordReset, requestPasswordReset } from '@ridgeline/contracts/internal';
import type { Database, Tx } from '@ridgeline/postgres';
import { testDatabase, testRedisUrl, type TestDatabase } from '@ridgeline/testkit/integration';
import type { MailJob } from '../mails/mail-job.ts';
import { createMailWriter } from '../mail-delivery/mail-writer.ts';
import { createPasswordHasher, type PasswordHasher } from '../passwords/password-hasher.ts';
import { goodPassword, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { cheapCost } from '../testing/hashing.ts';

let database: TestDatabase;
let auth: AuthUnderTest;
let queries: string[];
/** Resolves when enough passwords were hashed to be used side by side. */
let allHashed: () => Promise<void>;

function barrier(count: number): () => Promise<void> {
  const open = Promise.withResolvers<undefined>();
  let arrived = 0;
  return async () => {
    arrived += 1;
    if (arrived === count) open.resolve(undefined);
    await open.promise;
  };
}

/** Notes what is asked of the database, with the parameters' kinds instead of their values. */
function watched(db: Database): Database {
  const watch = (tx: Tx): Tx => {
    const noted = (sql: string, params: readonly unknown[] = []) =>
      queries.push(`${sql} ${params.map((param) => (param === null ? 'null' : typeof param)).join()}`);
    return {
      query: (sql, params) => (noted(sql, params), tx.query(sql, params)),
      one: (sql, params) => (noted(sql, params), tx.one(sql, params)),
      maybeOne: (sql, params) => (noted(sql, params), tx.maybeOne(sql, params)),
    };
  };
  return { ...db, forSystem: (work) => db.forSystem((tx) => work(watch(tx))) };
}

beforeAll(async () => {
  database = await testDatabase('auth');
  const real = await createPasswordHasher(cheapCost);
  const hasher: PasswordHasher = {
    ...real,
    hash: async (password) => {
      const hash = await real.hash(password);
      await allHashed();
      return hash;
    },
  };
  auth = await startAuth({ db: watched(database.db), redisUrl: await testRedisUrl(), hasher });
});

afterAll(async () => {
  await auth[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

beforeEach(() => {
  queries = [];
  allHashed = () => Promise.resolve();
});

const forget = (email: string) => auth.gateway(requestPasswordReset, { body: { email } });

const jobs = () =>
  database.db.forSystem((tx) =>
    tx.query<MailJob>(`select *, created_at as "createdAt" from mail_jobs order by id`),
  );

/** The link that the mail of the next reset would hold. */
async function newLink(email: string): Promise<{ token: string; userId: string }> {
  const write = createMailWriter({ db: database.db, publicUrl: 'https://ridgeline.example' });
  const job: MailJob = { kind: 'password-reset', email, id: 1, attempts: 1, createdAt: new Date() };
  const mail = await write(job);
  const [url = ''] = /https:\S+/.exec(mail?.text ?? '') ?? [];
  const { searchParams } = new URL(url);
  return { token: searchParams.get('token') ?? '', userId: searchParams.get('userId') ?? '' };
}

const complete = async (link: { token: string; userId: string }, password: string) =>
  auth.gateway(completePasswordReset, { body: { ...link, password: await auth.seal(password) } });

const over = { status: 400, code: 'auth.reset_link_expired' };

describe('Asking for a reset link', () => {
  test('A known and an unknown email get the same answer after the same work', async () => {
    await auth.register('known@example.com');
    queries = [];
    const known = await forget('known@example.com');
    const work = queries;
    queries = [];
    expect(await forget('unknown@example.com')).toEqual(known);
    expect(queries).toEqual(work);
    expect(work.length).toBeGreaterThan(0);
    expect(await jobs()).toMatchObject([
      { kind: 'password-reset', email: 'known@example.com' },
      { kind: 'password-reset', email: 'unknown@example.com' },
    ]);
    for (const email of ['known@example.com', 'unknown@example.com'])
      expect((await auth.trail(email)).at(-1)).toMatchObject({
        action: 'password-forgotten',
        result: 'done',
        actor_id: null,
        company_id: null,
      });
  });

  test('An unknown email gets no mail', async () => {
    const write = createMailWriter({ db: database.db, publicUrl: 'https://ridgeline.example' });
    const job = { kind: 'password-reset', email: 'unknown@example.com' } as const;
    expect(await write({ ...job, id: 1, attempts: 1, createdAt: new Date() })).toBeNull();
  });
});

describe('Setting a password by the link', () => {
  test('It works once, ends every session, and the owner is notified', async () => {
    const { user } = await auth.register('ann@example.com');
    const link = await newLink('ANN@example.com');
    expect(await complete(link, 'six6ty')).toEqual({ email: 'ann@example.com' });
    expect(await auth.signIn('ann@example.com', 'six6ty')).toMatchObject({ sessionEpoch: 2 });
    await expect(auth.signIn('ann@example.com', goodPassword)).rejects.toMatchObject({ status: 401 });
    expect(await auth.record(user.id)).toMatchObject({ version: 2, sessionEpoch: 2 });
    expect(await auth.events(user.id)).toMatchObject([{ version: 2, sessionEpoch: 2 }]);
    expect((await jobs()).at(-1)).toMatchObject({ kind: 'password-changed', email: 'ann@example.com' });
    await expect(complete(link, 'another-one')).rejects.toMatchObject(over);
    const trail = await database.db.forSystem((tx) =>
      tx.query(`select * from audit where action = 'password-reset' order by id`),
    );
    expect(trail).toMatchObject([
      { result: 'done', actor_email: 'ann@example.com' },
      { result: 'refused', actor_id: null, target_email: 'ann@example.com' },
    ]);
  });

  test('When several use it at the same moment, then one password is set', async () => {
    await auth.register('race@example.com');
    const link = await newLink('race@example.com');
    const passwords = Array.from({ length: 6 }, (_, number) => `number-${number}-of-six`);
    allHashed = barrier(passwords.length);
    const results = await Promise.allSettled(passwords.map((password) => complete(link, password)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const signIns = await Promise.allSettled(
      passwords.map((password) => auth.signIn('race@example.com', password)),
    );
    expect(signIns.map(({ status }) => status)).toEqual(results.map(({ status }) => status));
  });

  test('Only the newest link works', async () => {
    await auth.register('newest@example.com');
    const older = await newLink('newest@example.com');
    const newer = await newLink('newest@example.com');
    await expect(complete(older, 'a-new-password')).rejects.toMatchObject(over);
    await complete(newer, 'a-new-password');
  });

  test('After thirty minutes it is too old, and until then it is not', async () => {
    await auth.register('late@example.com');
    const link = await newLink('late@example.com');
    const later = (minutes: number) =>
      database.asAdmin(`update reset_tokens set expires_at = expires_at - interval '${minutes} minutes'`);
    await later(29);
    await expect(complete(link, '')).rejects.toMatchObject({ code: 'auth.password_required' });
    await later(1);
    await expect(complete(link, 'a-new-password')).rejects.toMatchObject(over);
  });

  test('A link does not work for another account', async () => {
    const { user: other } = await auth.register('other@example.com');
    await auth.register('owner@example.com');
    const link = await newLink('owner@example.com');
    await expect(complete({ ...link, userId: String(other.id) }, 'a-new-password')).rejects.toMatchObject(
      over,
    );
    await complete(link, 'a-new-password');
  });

  test.each([
    ['12345', 'auth.reset_password_too_short', 'Password must be at least 6 characters'],
    ['qwerty', 'auth.password_common', expect.stringContaining('most common')],
    ['x'.repeat(257), 'auth.password_too_long', expect.any(String)],
    ['auth.password_easy', 'auth.password_easy', expect.stringContaining('email address')],
  ])('The password "%s" is refused, and the link still works', async (password, code, text) => {
    const email = `${code}@example.com`;
    await auth.register(email);
    const link = await newLink(email);
    await expect(complete(link, password)).rejects.toMatchObject({
      status: 400,
      code,
      fields: { password: text },
    });
    await complete(link, 'a-new-password');
  });

  test('The database holds nothing that could be used as a link', async () => {
    await auth.register('dump@example.com');
    const { token } = await newLink('dump@example.com');
    const rows = await database.db.forSystem((tx) =>
      tx.query<{ row: string }>(
        `select t::text as row from reset_tokens t union all select j::text from mail_jobs j
         union all select a::text from audit a`,
      ),
    );
    const dump = rows.map(({ row }) => row).join('\n');
    expect(token.length).toBeGreaterThan(40);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token).toString('hex'));
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });
});

describe('Who may ask', () => {
  test('Only the gateway, which throttles', async () => {
    const body = { email: 'x@example.com' };
    await expect(auth.asService('connection')(requestPasswordReset, { body })).rejects.toMatchObject({
      status: 403,
    });
    await expect(auth.asAnybody()(requestPasswordReset, { body })).rejects.toMatchObject({ status: 401 });
  });
});
