import { describe, expect, test } from '@jest/globals';
import { getUser } from '@ridgeline/contracts';
import { authOfFile } from '../testing/auth-of-file.ts';

const { database, auth } = await authOfFile();

describe('Registering', () => {
  test('Who registers gets a company of their own, can sign in, and is found by their own token', async () => {
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
      email: 'lookup@example.com',
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

  test('When an email is taken in another case, then nothing is stored, not even a company', async () => {
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

  test('When two register the same email concurrently, then one succeeds', async () => {
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
