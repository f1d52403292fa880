import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { alike, cheapCost, processorTimeRatio } from '../testing/hashing.ts';
import { createPasswordHasher, ofCommand, owaspCost } from './password-hasher.ts';

/**
 * How many threads of this process have a lower priority than usual, according to Linux: field 19 of each thread's `stat`.
 */
function niceThreads(): number {
  const stats = readdirSync('/proc/self/task').map((id) =>
    readFileSync(`/proc/self/task/${id}/stat`, 'utf8'),
  );
  const nice = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
  return nice.filter((value) => value === 19).length;
}

describe('Hashing passwords', () => {
  test("A hash is Argon2id with OWASP's parameters and a salt of its own", async () => {
    await using hasher = await createPasswordHasher();
    const [first, second] = await Promise.all([hasher.hash('same password'), hasher.hash('same password')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(second).not.toBe(first);
  });

  test.each(['x'.repeat(64), 'y'.repeat(256), 'пароль🔑 ñ', ' spaces at both ends '])(
    'Long and unusual passwords work unaltered: %s',
    async (password) => {
      await using hasher = await createPasswordHasher(cheapCost);
      const stored = await hasher.hash(password);
      expect(await hasher.verify(stored, password)).toBe(true);
      expect(await hasher.verify(stored, password.slice(0, -1))).toBe(false);
    },
  );

  test('Without a stored hash the answer is no, whatever the password', async () => {
    await using hasher = await createPasswordHasher(cheapCost);
    expect(await hasher.verify(null, '')).toBe(false);
    expect(await hasher.verify(null, 'anything')).toBe(false);
  });

  test('Without a stored hash it takes as much work as with one', async () => {
    await using hasher = await createPasswordHasher(owaspCost, ofCommand);
    const stored = await hasher.hash('a good password');
    const ratio = await processorTimeRatio(
      () => hasher.verify(null, 'a guess'),
      () => hasher.verify(stored, 'a guess'),
    );
    expect(ratio).toBeGreaterThan(alike.atLeast);
    expect(ratio).toBeLessThan(alike.atMost);
  }, 30_000);

  test('When the parameters rose, then older hashes are outdated and still verify', async () => {
    await using before = await createPasswordHasher(cheapCost);
    await using after = await createPasswordHasher({ memoryCost: 2048, timeCost: 1 });
    const stored = await before.hash('a good password');
    expect(before.isOutdated(stored)).toBe(false);
    expect(after.isOutdated(stored)).toBe(true);
    expect(await after.verify(stored, 'a good password')).toBe(true);
  });

  test('When the queue is full, then the next is rejected immediately and the others are still done', async () => {
    await using hasher = await createPasswordHasher(cheapCost, ofCommand);
    const [running, waiting] = [hasher.hash('first'), hasher.hash('second')];
    await expect(hasher.verify(null, 'third')).rejects.toMatchObject({
      code: 'request.too_many',
      retryAfterSeconds: 1,
    });
    expect(await Promise.all([running, waiting])).toHaveLength(2);
    expect(await hasher.verify(null, 'fourth')).toBe(false);
  });

  test('Its threads stand back when others need the processor', async () => {
    await using hasher = await createPasswordHasher(cheapCost);
    await Promise.all([hasher.hash('one'), hasher.hash('two')]);
    expect(niceThreads()).toBe(2);
  });
});
