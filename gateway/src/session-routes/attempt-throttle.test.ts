import { describe, expect, test } from '@jest/globals';
import { createAttemptThrottle } from './attempt-throttle.ts';

describe('Attempts under way at once', () => {
  const rule = {
    kind: 'test',
    windowSeconds: 1,
    atOnce: { running: 1, waiting: 1 },
    counts: 'all',
  } as const;
  const attempt = { network: '203.0.113.1' };

  test('One waits for its turn, one more is refused before anything is done for it; an end makes room', async () => {
    const throttle = createAttemptThrottle({}, rule);
    const begun: string[] = [];
    const gate = Promise.withResolvers<string>();
    const attemptOf = (name: string, work: Promise<string> = Promise.resolve(name)) =>
      throttle.attempt(attempt, () => {
        begun.push(name);
        return work;
      });
    const [first, second] = [attemptOf('first', gate.promise), attemptOf('second')];
    await expect(attemptOf('third')).rejects.toMatchObject({
      code: 'request.too_many',
      retryAfterSeconds: 1,
    });
    expect(begun).not.toContain('second');
    expect(() => throttle.requireRoom()).toThrow('request.too_many');

    gate.reject(new Error('failed'));
    await expect(first).rejects.toThrow('failed');
    expect(await second).toBe('second');
    expect(await attemptOf('fourth')).toBe('fourth');
    expect(() => throttle.requireRoom()).not.toThrow();
    expect(begun).toEqual(['first', 'second', 'fourth']);
  });
});
