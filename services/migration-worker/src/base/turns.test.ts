import { expect, test } from '@jest/globals';
import { Turns } from './turns.ts';

test('Each piece of work begins after the one before it, also after one that failed', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const first = Promise.withResolvers<string>();
  const work = [
    turns.inTurn(() => first.promise.finally(() => order.push('first ended'))),
    turns.inTurn(() => Promise.resolve(order.push('second began'))),
  ];
  first.reject(new Error('gone'));
  const [failed] = await Promise.allSettled(work);
  expect(failed?.status).toBe('rejected');
  expect(order).toEqual(['first ended', 'second began']);
});
