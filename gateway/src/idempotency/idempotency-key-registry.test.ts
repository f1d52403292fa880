import { describe, expect, test } from '@jest/globals';
import { createIdempotencyKeyRegistry } from './idempotency-key-registry.ts';

/** Redis as far as claims use it, on a clock of the test's own. */
function aRedis() {
  const stored = new Map<string, { value: string; until: number }>();
  const clock = { seconds: 0 };
  const alive = (key: string) => {
    const entry = stored.get(key);
    return entry && entry.until > clock.seconds ? entry.value : null;
  };
  const claims = createIdempotencyKeyRegistry({
    get: (key) => Promise.resolve(alive(key)),
    set: (key, value, { expiration }) => {
      if (alive(key) !== null) return Promise.resolve(null);
      stored.set(key, { value, until: clock.seconds + expiration.value });
      return Promise.resolve('OK');
    },
  });
  return { claims, clock, stored };
}

const migrations = { companyId: 'acme', key: 'key-0001', endpoint: 'POST /api/migrations' };
const connections = { ...migrations, endpoint: 'POST /api/connections' };

describe('An Idempotency-Key belongs to one endpoint', () => {
  test('When it comes again for the same endpoint, then it may pass; for another one it is refused', async () => {
    const { claims, stored } = aRedis();
    await claims.claim(migrations);
    await claims.claim(migrations);
    await expect(claims.claim(connections)).rejects.toMatchObject({ code: 'request.key_reused' });
    expect([...stored.keys()].join()).not.toContain(migrations.key);
  });

  test('When another company has the same key, or a day has passed, then it is free', async () => {
    const { claims, clock } = aRedis();
    await claims.claim(migrations);
    await claims.claim({ ...connections, companyId: 'roof' });
    clock.seconds = 24 * 60 * 60;
    await claims.claim(connections);
  });

  test('When Redis is away, then the call is not let through unchecked', async () => {
    const away = () => Promise.reject(new Error('away'));
    const claims = createIdempotencyKeyRegistry({ get: away, set: away });
    await expect(claims.claim(migrations)).rejects.toMatchObject({ code: 'server.unavailable' });
  });
});
