import { expect, test } from '@jest/globals';
import { ListOrder } from './list-order.ts';

test('While a list is read that goes ahead, others wait, also for one whose reading fails', async () => {
  const lists = new ListOrder();
  const order: string[] = [];
  const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const ahead = [lists.ahead(() => first.promise), lists.ahead(() => second.promise)];
  const other = lists.others().then(() => order.push('another list'));
  first.reject(new Error('gone'));
  await expect(ahead[0]).rejects.toThrow('gone');
  order.push('the first one failed');
  second.resolve(undefined);
  await Promise.all([ahead[1], other]);
  expect(order).toEqual(['the first one failed', 'another list']);
  await lists.others();
});
