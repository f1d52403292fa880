import { expect, test } from '@jest/globals';
import { SharedKeep } from './kept-records.ts';

const aRead = (id: string, readAt = 1) => ({ source: { id }, readAt });

test('Two connections whose records have the same ids each keep their own', () => {
  const keep = new SharedKeep<ReturnType<typeof aRead>>(10);
  const [one, other] = [keep.ofConnection(), keep.ofConnection()];
  one.keep(aRead('a'));
  expect(one.get('a')?.source.id).toBe('a');
  expect(other.get('a')).toBeUndefined();
  other.keep(aRead('a', 2));
  other.forget('a');
  expect([one.get('a')?.readAt, other.get('a')]).toEqual([1, undefined]);
});

test('All connections share one bound, and what was read first goes first, also when it was asked for since', () => {
  const keep = new SharedKeep<ReturnType<typeof aRead>>(3);
  const [one, other] = [keep.ofConnection(), keep.ofConnection()];
  for (const id of ['a', 'b']) one.keep(aRead(id));
  expect(one.get('a')).toBeDefined();
  for (const id of ['c', 'd']) other.keep(aRead(id));
  expect([one.get('a'), one.get('b')?.source.id]).toEqual([undefined, 'b']);
});
