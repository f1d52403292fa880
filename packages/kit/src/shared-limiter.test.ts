import { beforeEach, describe, expect, test } from '@jest/globals';
import { SharedLimiter } from './keyed-limiter.ts';

const tooMany = { code: 'request.too_many', retryAfterSeconds: 1 };
let turns: SharedLimiter;
let begun: string[];
let gate: PromiseWithResolvers<undefined>;

beforeEach(() => {
  turns = new SharedLimiter({ perKey: { running: 1, waiting: 2 }, inAll: { running: 2, waiting: 2 } });
  begun = [];
  gate = Promise.withResolvers();
});

/** A call that runs until the gate opens. */
const take = (key: string): Promise<undefined> =>
  turns.take(key, () => {
    begun.push(key);
    return gate.promise;
  });

describe('Sharing turns', () => {
  test('When a key has as many calls as it may, then one more is refused, and another key runs beside it', async () => {
    const held = [take('a'), take('a'), take('a')];
    await expect(take('a')).rejects.toMatchObject(tooMany);
    held.push(take('b'));
    expect(begun).toEqual(['a', 'b']);
    gate.resolve(undefined);
    await Promise.all(held);
    expect(begun).toEqual(['a', 'b', 'a', 'a']);
  });

  test('When the line of all is full, then a key that runs already is refused, and one that has nothing in it waits', async () => {
    const held = [take('a'), take('a'), take('a'), take('b')];
    await expect(take('b')).rejects.toMatchObject(tooMany);
    held.push(take('c'));
    expect(begun).toEqual(['a', 'b']);
    gate.resolve(undefined);
    await Promise.all(held);
    expect(begun.slice(0, 3)).toEqual(['a', 'b', 'c']);
    await turns.take('b', () => Promise.resolve());
  });
});
