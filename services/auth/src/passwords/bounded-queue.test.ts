import { describe, expect, test } from '@jest/globals';
import { createBoundedQueue } from './bounded-queue.ts';

describe('A bounded queue', () => {
  test('No more than the allowed number run at once, and all get their turn in order', async () => {
    const queue = createBoundedQueue({ running: 2, waiting: 10 });
    const started: number[] = [];
    let active = 0;
    let most = 0;
    const work = (id: number) => async (): Promise<number> => {
      started.push(id);
      most = Math.max(most, (active += 1));
      await Promise.resolve();
      active -= 1;
      return id;
    };
    const results = await Promise.all([1, 2, 3, 4, 5].map((id) => queue.run(work(id))));
    expect(results).toEqual([1, 2, 3, 4, 5]);
    expect(started).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  test('When the queue is full, then the next is refused at once and the others are still done', async () => {
    const queue = createBoundedQueue({ running: 1, waiting: 1 });
    const gate = Promise.withResolvers<string>();
    const first = queue.run(() => gate.promise);
    const second = queue.run(() => Promise.resolve('second'));
    await expect(queue.run(() => Promise.resolve('third'))).rejects.toMatchObject({
      code: 'request.too_many',
    });
    gate.resolve('first');
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  });

  test('When work fails, then its place is free again', async () => {
    const queue = createBoundedQueue({ running: 1, waiting: 0 });
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(() => Promise.resolve('yes'))).toBe('yes');
  });
});
