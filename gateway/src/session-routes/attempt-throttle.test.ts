import { describe, expect, test } from '@jest/globals';
import { createAttemptThrottle } from './attempt-throttle.ts';

describe('Attempts under way at once', () => {
  const rule = { kind: 'test', windowSeconds: 1, atOnce: 2, counts: 'all' } as const;
  const attempt = { network: '203.0.113.1' };

  test('One more than allowed is refused before anything is done for it; an end makes room', async () => {
    const throttle = createAttemptThrottle({}, rule);
    const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const running = gates.map(({ promise }) => throttle.attempt(attempt, () => promise));
    let done = false;
    const third = throttle.attempt(attempt, () => Promise.resolve((done = true)));
    await expect(third).rejects.toMatchObject({ code: 'request.too_many', retryAfterSeconds: 1 });
    expect(done).toBe(false);

    gates[0]?.resolve('first');
    await running[0];
    expect(await throttle.attempt(attempt, () => Promise.resolve('fourth'))).toBe('fourth');
    gates[1]?.reject(new Error('failed'));
    await expect(running[1]).rejects.toThrow('failed');
    const both = ['fifth', 'sixth'].map((name) => throttle.attempt(attempt, () => Promise.resolve(name)));
    expect(await Promise.all(both)).toEqual(['fifth', 'sixth']);
  });
});
