import { describe, expect, test } from '@jest/globals';
import { createPasswordHasher } from './password-hasher.ts';

const cheap = { memoryCost: 1024, timeCost: 1 };

describe('Hashing passwords', () => {
  test("A hash is Argon2id with OWASP's parameters and a salt of its own", async () => {
    const hasher = await createPasswordHasher();
    const [first, second] = await Promise.all([hasher.hash('same password'), hasher.hash('same password')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(second).not.toBe(first);
  });

  test.each(['x'.repeat(64), 'y'.repeat(256), 'пароль🔑 ñ', ' spaces at both ends '])(
    'Long and unusual passwords work unaltered: %s',
    async (password) => {
      const hasher = await createPasswordHasher(cheap);
      const stored = await hasher.hash(password);
      expect(await hasher.verify(stored, password)).toBe(true);
      expect(await hasher.verify(stored, password.slice(0, -1))).toBe(false);
    },
  );

  test('Without a stored hash the answer is no, whatever the password', async () => {
    const hasher = await createPasswordHasher(cheap);
    expect(await hasher.verify(null, '')).toBe(false);
    expect(await hasher.verify(null, 'anything')).toBe(false);
  });

  test('When the parameters rose, then older hashes are outdated and still verify', async () => {
    const before = await createPasswordHasher(cheap);
    const after = await createPasswordHasher({ memoryCost: 2048, timeCost: 1 });
    const stored = await before.hash('a good password');
    expect(before.isOutdated(stored)).toBe(false);
    expect(after.isOutdated(stored)).toBe(true);
    expect(await after.verify(stored, 'a good password')).toBe(true);
  });
});
