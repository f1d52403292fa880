import { beforeEach, describe, expect, test } from '@jest/globals';
import { KeyedLimiter } from './keyed-limiter.ts';

let turns: KeyedLimiter;
let begun: string[];

beforeEach(() => {
  turns = new KeyedLimiter({ running: 1, waiting: 1 });
  begun = [];
});

const take = (name: string, work: Promise<string> = Promise.resolve(name), key = 'key'): Promise<string> =>
  turns.take(key, () => {
    begun.push(name);
    return work;
  });

describe('Taking turns', () => {
  test('One waits for its turn, one more is refused before anything is done for it; an end makes room', async () => {
    const gate = Promise.withResolvers<string>();
    const [first, second] = [take('first', gate.promise), take('second')];
    await expect(take('third')).rejects.toMatchObject({ code: 'request.too_many', retryAfterSeconds: 1 });
    expect(begun).not.toContain('second');
    expect(() => turns.requireRoom('key')).toThrow('request.too_many');

    gate.reject(new Error('failed'));
    await expect(first).rejects.toThrow('failed');
    expect(await second).toBe('second');
    expect(await take('fourth')).toBe('fourth');
    expect(() => turns.requireRoom('key')).not.toThrow();
    expect(begun).toEqual(['first', 'second', 'fourth']);
  });

  test('Calls that already wait still run in order, though no more may wait', async () => {
    const gate = Promise.withResolvers<string>();
    const held = [take('first', gate.promise), take('second')];
    const further = turns.goOn('key', () => take('further', Promise.resolve('further'), 'other key'));
    expect(begun).toEqual(['first']);
    gate.resolve('done');
    expect(await Promise.all([...held, further])).toEqual(['done', 'second', 'further']);
    expect(begun).toEqual(['first', 'second', 'further']);
  });

  test('Each key has a line of its own', async () => {
    const gate = Promise.withResolvers<string>();
    const held = [take('first', gate.promise), take('second')];
    expect(await take('other', Promise.resolve('other'), 'other key')).toBe('other');
    gate.resolve('done');
    expect(await Promise.all(held)).toEqual(['done', 'second']);
  });
});
