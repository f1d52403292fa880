import { describe, expect, test } from '@jest/globals';
import { createAccount, verifySignIn } from '@ridgeline/contracts/internal';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { authOfFile } from '../testing/auth-of-file.ts';
import { goodPassword, startAuth } from '../testing/auth-under-test.ts';
import { createUsedPasswords } from './used-passwords.redis.ts';

const { database, auth } = await authOfFile();

const stale = { status: 400, code: 'auth.password_key_stale' };

/** The same bytes spelled differently: in a text of this length, the last bits have no meaning. */
function respelled(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet[alphabet.indexOf(text.at(-1) ?? '') ^ 1] ?? '';
  return text.slice(0, -1) + last;
}

describe('A protected password is good once', () => {
  test('Sent again it is rejected, from any client and for any purpose; sealed again it is accepted', async () => {
    await auth.register('once@example.com');
    const password = await auth.seal(goodPassword);
    const body = { email: 'once@example.com', password };
    expect(await auth.gateway(verifySignIn, { body })).toMatchObject({ user: { email: body.email } });
    await expect(auth.gateway(verifySignIn, { body })).rejects.toMatchObject(stale);
    const other = { email: 'other@example.com', password };
    await expect(auth.gateway(createAccount, { body: other })).rejects.toMatchObject(stale);
    expect(await auth.signIn(body.email)).toMatchObject({ user: { email: body.email } });
  });

  test('Another spelling of the same bytes is the same password', async () => {
    await auth.register('spelled@example.com');
    const password = await auth.seal(goodPassword);
    const again = { ...password, tag: respelled(password.tag) };
    expect(Buffer.from(again.tag, 'base64url')).toEqual(Buffer.from(password.tag, 'base64url'));
    expect(again.tag).not.toBe(password.tag);
    const signIn = (sealed: typeof password) =>
      auth.gateway(verifySignIn, { body: { email: 'spelled@example.com', password: sealed } });
    await signIn(password);
    await expect(signIn(again)).rejects.toMatchObject({ status: 400 });
  });

  test('Of several that come at the same moment one is taken', async () => {
    await auth.register('race@example.com');
    const body = { email: 'race@example.com', password: await auth.seal(goodPassword) };
    const results = await Promise.allSettled([1, 2, 3].map(() => auth.gateway(verifySignIn, { body })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('When Redis cannot remember passwords, then no one is let in', async () => {
    const usedPasswords = createUsedPasswords({
      set: () => Promise.reject(new Error('Redis is unavailable')),
    });
    await using other = await startAuth({
      db: database.db,
      redisUrl: await testRedisUrl(),
      usedPasswords,
    });
    await expect(other.signIn('race@example.com')).rejects.toMatchObject({
      status: 503,
      code: 'server.unavailable',
    });
  });
});
