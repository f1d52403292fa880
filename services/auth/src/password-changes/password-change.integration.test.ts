import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { changeOwnPassword, endSessions } from '@ridgeline/contracts/internal';
import { testDatabase, testRedisUrl, type TestDatabase } from '@ridgeline/testkit/integration';
import { goodPassword, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { createPasswordHasher, type PasswordHasher } from '../passwords/password-hasher.ts';
import { cheapCost } from '../testing/hashing.ts';

let database: TestDatabase;
let auth: AuthUnderTest;
let verified: (string | null)[] = [];
let whileHashing: () => Promise<unknown>;
let afterVerifying: () => Promise<unknown>;

/** Records which hashes passwords are checked against, and runs a callback in between. */
function watched(hasher: PasswordHasher): PasswordHasher {
  return {
    ...hasher,
    verify: async (stored, password) => {
      verified.push(stored);
      const fits = await hasher.verify(stored, password);
      await afterVerifying();
      return fits;
    },
    hash: async (password) => {
      await whileHashing();
      return hasher.hash(password);
    },
  };
}

beforeAll(async () => {
  database = await testDatabase('auth');
  const hasher = watched(await createPasswordHasher(cheapCost));
  auth = await startAuth({ db: database.db, redisUrl: await testRedisUrl(), hasher });
});

afterAll(async () => {
  await auth[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

beforeEach(() => {
  verified = [];
  whileHashing = () => Promise.resolve();
  afterVerifying = () => Promise.resolve();
});

const change = async (userId: number, current: string, next: string) =>
  auth.gateway(changeOwnPassword, {
    body: { userId, currentPassword: await auth.seal(current), newPassword: await auth.seal(next) },
  });

const hashOf = async (userId: number) => {
  const [row] = await database.db.forSystem((tx) =>
    tx.query<{ hash: string }>('select password_hash as hash from users where id = $1', [userId]),
  );
  return row?.hash;
};

describe("Changing one's own password", () => {
  test('Every session ends, a new one is granted, and the owner is notified', async () => {
    const { user } = await auth.register('ann@example.com');
    expect(await change(user.id, goodPassword, 'a-new-password')).toEqual({ user, sessionEpoch: 2 });
    expect(await auth.record(user.id)).toMatchObject({ version: 2, sessionEpoch: 2 });
    expect(await auth.signIn('ann@example.com', 'a-new-password')).toEqual({ user, sessionEpoch: 2 });
    await expect(auth.signIn('ann@example.com')).rejects.toMatchObject({ status: 401 });
    const jobs = await database.db.forSystem((tx) => tx.query('select kind, email from mail_jobs'));
    expect(jobs).toEqual([{ kind: 'password-changed', email: 'ann@example.com' }]);
    expect(await auth.trail('ann@example.com')).toMatchObject([
      { action: 'registration' },
      { action: 'password-change', result: 'done' },
      { action: 'sign-in', result: 'done' },
      { action: 'sign-in', result: 'refused' },
    ]);
  });

  test('A reset link that is under way stops to work', async () => {
    const { user } = await auth.register('link@example.com');
    await database.asAdmin(
      `insert into reset_tokens values (${user.id}, '\\x00', now() + interval '30 minutes')`,
    );
    await change(user.id, goodPassword, 'a-new-password');
    const tokens = await database.db.forSystem((tx) => tx.query('select * from reset_tokens'));
    expect(tokens).toEqual([]);
  });

  test('A wrong current password is 400 beside its field, and noted', async () => {
    const { user } = await auth.register('wrong@example.com');
    await expect(change(user.id, 'not the password', 'a-new-password')).rejects.toMatchObject({
      status: 400,
      code: 'auth.current_password_wrong',
      fields: { currentPassword: 'The current password is incorrect' },
    });
    expect((await auth.trail('wrong@example.com')).at(-1)).toMatchObject({
      action: 'password-change',
      result: 'refused',
    });
    expect(await auth.record(user.id)).toMatchObject({ version: 1, sessionEpoch: 1 });
  });

  test.each([
    ['', 'auth.password_required', 'Password is required'],
    ['1234567', 'auth.password_too_short', 'Password must be at least 8 characters'],
    ['x'.repeat(257), 'auth.password_too_long', 'Password must be at most 256 characters'],
    ['IloveYou1', 'auth.password_common', expect.stringContaining('most common')],
    ['$$$$$$$$', 'auth.password_easy', expect.stringContaining('one character')],
  ])('The new password "%s" is refused beside its field', async (next, code, text) => {
    const { user } = await auth.register(`${code}@example.com`);
    const attempt = change(user.id, goodPassword, next);
    await expect(attempt).rejects.toMatchObject({ status: 400, code, fields: { newPassword: text } });
  });

  test('A missing current password has a text of its own', async () => {
    const { user } = await auth.register('missing@example.com');
    const fields = { currentPassword: 'Current password is required' };
    await expect(change(user.id, '', 'a-new-password')).rejects.toMatchObject({ status: 400, fields });
    const body = { userId: user.id, newPassword: await auth.seal('a-new-password') } as never;
    await expect(auth.gateway(changeOwnPassword, { body })).rejects.toMatchObject({ status: 400, fields });
  });

  test('When two changes come at the same moment, then one wins and the session of the other is over', async () => {
    const { user } = await auth.register('race@example.com');
    const results = await Promise.allSettled(
      ['first-of-two', 'second-of-two'].map((next) => change(user.id, goodPassword, next)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await auth.record(user.id)).toMatchObject({ sessionEpoch: 2 });
  });

  test('When the sessions end during the change, then the password stays', async () => {
    const { user } = await auth.register('ended-sessions@example.com');
    const before = await hashOf(user.id);
    whileHashing = () => auth.gateway(endSessions, { body: { userId: user.id } });
    await expect(change(user.id, goodPassword, 'a-new-password')).rejects.toMatchObject({
      code: 'session.missing',
    });
    expect(await hashOf(user.id)).toBe(before);
  });
});

describe('Verifying at sign-in', () => {
  test('An unknown email and a wrong password cost one verification each', async () => {
    const { user } = await auth.register('work@example.com');
    verified = [];
    await auth.signIn('unknown@example.com').catch(() => null);
    await auth.signIn('work@example.com', 'not the password').catch(() => null);
    expect(verified).toEqual([null, await hashOf(user.id)]);
  });

  test('When the sessions are ended while a password is verified, then the new one is over too', async () => {
    const { user } = await auth.register('stale@example.com');
    afterVerifying = () => auth.gateway(endSessions, { body: { userId: user.id } });
    expect(await auth.signIn('stale@example.com')).toMatchObject({ sessionEpoch: 1 });
    expect(await auth.record(user.id)).toMatchObject({ sessionEpoch: 2 });
  });

  test('When the parameters rose, then the next sign-in hashes again, and only that one', async () => {
    const { user } = await auth.register('rehash@example.com');
    const hasher = await createPasswordHasher({ memoryCost: 2048, timeCost: 1 });
    await using raised = await startAuth({ db: database.db, redisUrl: await testRedisUrl(), hasher });
    expect(await hashOf(user.id)).toContain('m=1024');
    await raised.signIn('rehash@example.com');
    const rehashed = await hashOf(user.id);
    expect(rehashed).toContain('m=2048');
    await raised.signIn('rehash@example.com');
    expect(await hashOf(user.id)).toBe(rehashed);
  });

  test("A new account's hash is Argon2id with OWASP's parameters", async () => {
    const hasher = await createPasswordHasher();
    await using real = await startAuth({ db: database.db, redisUrl: await testRedisUrl(), hasher });
    const { user } = await real.register('owasp@example.com');
    expect(await hashOf(user.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
