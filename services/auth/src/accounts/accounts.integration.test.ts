import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getUser, updateProfile, usersByIds } from '@ridgeline/contracts';
import { createAccount, endSessions, noteSignOut, verifySignIn } from '@ridgeline/contracts/internal';
import { testDatabase, testRedisUrl, type TestDatabase } from '@ridgeline/testkit';
import { goodPassword, origin, startAuth, type AuthUnderTest } from '../test-support/auth-under-test.ts';

let database: TestDatabase;
let auth: AuthUnderTest;

beforeAll(async () => {
  database = await testDatabase('auth');
  auth = await startAuth({ db: database.db, redisUrl: await testRedisUrl() });
});

afterAll(async () => {
  await auth[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

describe('Registering', () => {
  test('Who registers gets a company of his own, can sign in, and is found by his own token', async () => {
    const { user, sessionEpoch } = await auth.register('Ann@Example.com', { firstName: ' Ann ' });
    expect(sessionEpoch).toBe(1);
    expect(user).toMatchObject({
      email: 'Ann@Example.com',
      username: 'Ann@Example.com',
      firstName: 'Ann',
      lastName: null,
      administrator: false,
      accessRevoked: false,
    });
    expect(user.companyId).toMatch(/^co_[2-9a-z]{6}$/);
    expect(await auth.signIn('ann@example.COM')).toEqual({ user, sessionEpoch: 1 });
    expect(await auth.as(user)(getUser)).toEqual(user);
  });

  test('The gateways can look up what the new user may do', async () => {
    const { user } = await auth.register('lookup@example.com');
    expect(await auth.record(user.id)).toEqual({
      userId: user.id,
      companyId: user.companyId,
      administrator: false,
      version: 1,
      sessionEpoch: 1,
      revokedReason: null,
    });
  });

  test('What only the server decides is ignored in a registration, by any way into an object', async () => {
    const claims = {
      id: 1,
      userId: 1,
      companyId: 'co_admin1',
      company_id: 'co_admin1',
      administrator: true,
      accessRevoked: true,
      sessionEpoch: 9,
      ...(JSON.parse('{"__proto__":{"companyId":"co_admin1","administrator":true}}') as object),
    };
    expect(JSON.stringify(claims)).toContain('__proto__');
    const { user } = await auth.register('mallory@example.com', claims);
    expect(user).toMatchObject({ administrator: false, accessRevoked: false });
    expect(user.companyId).not.toBe('co_admin1');
    expect(Object.prototype).not.toHaveProperty('companyId');
  });

  test('When an e-mail is taken in another case, then nothing is stored, not even a company', async () => {
    await auth.register('bob@example.com');
    await expect(auth.register('BOB@example.com')).rejects.toMatchObject({
      status: 409,
      code: 'auth.email_taken',
      fields: { email: 'An account with this email already exists' },
    });
    const companies = await database.db.forSystem((tx) =>
      tx.query(
        `select company_id from companies c
         where not exists (select 1 from users u where u.company_id = c.company_id)`,
      ),
    );
    expect(companies).toEqual([]);
    expect(await auth.trail('BOB@example.com')).toMatchObject([
      { action: 'registration', result: 'refused' },
    ]);
  });

  test('When two register the same e-mail at once, then one succeeds', async () => {
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => auth.register('race@example.com')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    ['', 'auth.password_required', 'Password is required'],
    ['1234567', 'auth.password_too_short', 'Password must be at least 8 characters'],
    ['🔑🔑🔑🔑🔑🔑🔑', 'auth.password_too_short', 'Password must be at least 8 characters'],
    ['x'.repeat(257), 'auth.password_too_long', 'Password must be at most 256 characters'],
    ['PassWord123', 'auth.password_common', expect.stringContaining('most common')],
    [' '.repeat(8), 'auth.password_easy', expect.stringContaining('one character')],
    ['🔑'.repeat(9), 'auth.password_easy', expect.stringContaining('one character')],
    ['Short-One@Example.com', 'auth.password_easy', expect.stringContaining('email address')],
    ['SHORT-ONE', 'auth.password_easy', expect.stringContaining('email address')],
  ])('The password "%s" is refused beside its field', async (secret, code, text) => {
    const attempt = auth.register('short-one@example.com', { password: await auth.seal(secret) });
    await expect(attempt).rejects.toMatchObject({ status: 400, code, fields: { password: text } });
    expect(await auth.trail('short-one@example.com')).toEqual([]);
  });

  test.each([
    [{ firstName: 'A\u0000nn' }, { firstName: 'Please leave out control characters and broken characters' }],
    [{ lastName: 'x'.repeat(101) }, { lastName: 'Names must be at most 100 characters' }],
    [{ username: 'two\nlines' }, { username: expect.stringContaining('control characters') }],
  ])('Names that would break a line are refused: %j', async (names, fields) => {
    await expect(auth.register('names@example.com', names)).rejects.toMatchObject({ status: 400, fields });
  });
});

describe('Signing in', () => {
  test('It is noted with time and place, whether it went well or not', async () => {
    const { user } = await auth.register('trail@example.com');
    await auth.signIn('trail@example.com', 'not the password').catch(() => null);
    await auth.signIn('trail@example.com');
    const from = { address: origin.address, user_agent: origin.userAgent, company_id: user.companyId };
    expect(await auth.trail('trail@example.com')).toMatchObject([
      { action: 'registration', result: 'done', actor_id: user.id, ...from },
      { action: 'sign-in', result: 'refused', actor_id: user.id, detail: 'Wrong password', ...from },
      { action: 'sign-in', result: 'done', actor_id: user.id, detail: null, ...from },
    ]);
    await auth.signIn('nobody@example.com').catch(() => null);
    expect(await auth.trail('nobody@example.com')).toMatchObject([
      { action: 'sign-in', result: 'refused', actor_id: null, company_id: null, detail: 'Unknown email' },
    ]);
  });

  test('When the record was lost, then the next sign-in puts it again', async () => {
    const { user } = await auth.register('flushed@example.com');
    await auth.forgetRecord(user.id);
    await auth.signIn('flushed@example.com');
    expect(await auth.record(user.id)).toMatchObject({ userId: user.id, version: 1 });
  });

  test('A password in plain text is refused with a clear text', async () => {
    const body = { email: 'x@example.com', password: 'plain' as never };
    await expect(auth.gateway(verifySignIn, { body })).rejects.toMatchObject({
      code: 'auth.password_unprotected',
      fields: { password: 'The password must be sent in protected form, not as plain text' },
    });
  });
});

describe('Ending sessions', () => {
  test('Signing out everywhere raises the epoch, in the database, in Redis and by an event', async () => {
    const { user } = await auth.register('everywhere@example.com');
    await auth.gateway(endSessions, { body: { userId: user.id } });
    expect(await auth.record(user.id)).toMatchObject({ version: 2, sessionEpoch: 2 });
    expect(await auth.signIn('everywhere@example.com')).toMatchObject({ sessionEpoch: 2 });
    expect(await auth.events(user.id)).toMatchObject([{ userId: user.id, version: 2, sessionEpoch: 2 }]);
  });

  test('Signing out is noted', async () => {
    const { user } = await auth.register('leaving@example.com');
    await auth.gateway(noteSignOut, { body: { userId: user.id } });
    expect((await auth.trail('leaving@example.com')).at(-1)).toMatchObject({ action: 'sign-out' });
  });
});

describe('Profiles', () => {
  test('What is left out stays, and empty clears', async () => {
    const { user } = await auth.register('names@example.com', { firstName: 'Ann', lastName: 'Roofer' });
    const call = auth.as(user);
    expect(await call(updateProfile, { body: { firstName: ' Anna ' } })).toMatchObject({
      firstName: 'Anna',
      lastName: 'Roofer',
    });
    const cleared = await call(updateProfile, { body: { firstName: '', lastName: null } });
    expect(cleared).toMatchObject({ firstName: null, lastName: null });
    expect(await call(getUser)).toEqual(cleared);
    expect((await auth.trail('names@example.com')).at(-1)).toMatchObject({ action: 'profile-change' });
  });

  test('Nothing but the name can be changed', async () => {
    const { user } = await auth.register('profile@example.com');
    const claims = { id: 1, email: 'other@example.com', companyId: 'co_admin1', administrator: true };
    expect(await auth.as(user)(updateProfile, { body: { firstName: 'Ann', ...claims } })).toEqual({
      ...user,
      firstName: 'Ann',
    });
  });

  test("People are shown to their company's people and to administrators; other ids are left out", async () => {
    const [{ user: ann }, { user: bob }] = await Promise.all([
      auth.register('ann-ids@example.com', { firstName: 'Ann' }),
      auth.register('bob-ids@example.com'),
    ]);
    const query = { ids: `${ann.id},${bob.id},999999` };
    const ofAnn = { id: ann.id, firstName: 'Ann', lastName: null, email: 'ann-ids@example.com' };
    expect(await auth.as(ann)(usersByIds, { query })).toEqual({ [ann.id]: ofAnn });
    const all = await auth.as({ id: 1, companyId: 'co_admin1', administrator: true })(usersByIds, { query });
    expect(new Set(Object.keys(all))).toEqual(new Set([String(ann.id), String(bob.id)]));
  });
});

describe('Who may ask', () => {
  test('Sign-in and registration are for the gateway alone', async () => {
    const body = { email: 'x@example.com', password: await auth.seal(goodPassword) };
    const worker = auth.asService('migration-worker');
    await expect(worker(verifySignIn, { body })).rejects.toMatchObject({ status: 403 });
    await expect(worker(createAccount, { body })).rejects.toMatchObject({ status: 403 });
    const person = auth.as({ id: 1, companyId: 'co_x', administrator: true });
    await expect(person(createAccount, { body })).rejects.toMatchObject({ status: 401 });
    await expect(auth.asAnybody()(verifySignIn, { body })).rejects.toMatchObject({ status: 401 });
    await expect(auth.asAnybody()(getUser)).rejects.toMatchObject({ status: 401 });
  });

  test("A token with another company's name finds nobody, though the id exists", async () => {
    const { user } = await auth.register('tenant@example.com');
    const foreign = auth.as({ ...user, companyId: 'co_other' });
    await expect(foreign(getUser)).rejects.toMatchObject({ status: 401, code: 'session.missing' });
    await expect(foreign(updateProfile, { body: { firstName: 'X' } })).rejects.toMatchObject({ status: 401 });
  });

  test('Even a query without a condition sees its own company only', async () => {
    const { user } = await auth.register('rls@example.com');
    const rows = await database.db.forCompany(user.companyId, (tx) => tx.query('select id from users'));
    expect(rows).toEqual([{ id: user.id }]);
  });
});
