import { expect, test } from '@jest/globals';
import { SharedKeep } from './kept-records.ts';

const moment = (second: number) => `2026-11-25T10:00:0${String(second)}.000Z`;
const aRead = (id: string, second = 1) => ({ source: { id }, readAt: moment(second) });

test('Two connections whose records have the same ids each keep their own', () => {
  const keep = new SharedKeep<ReturnType<typeof aRead>>(10);
  const [one, other] = [keep.ofConnection(), keep.ofConnection()];
  one.keep(aRead('a'));
  expect(one.get('a')?.source.id).toBe('a');
  expect(other.get('a')).toBeUndefined();
  other.keep(aRead('a', 2));
  other.forget('a');
  expect([one.get('a')?.readAt, other.get('a')]).toEqual([moment(1), undefined]);
});

test('All connections share one bound, and what was read first goes first, also when it was asked for since', () => {
  const keep = new SharedKeep<ReturnType<typeof aRead>>(3);
  const [one, other] = [keep.ofConnection(), keep.ofConnection()];
  for (const id of ['a', 'b']) one.keep(aRead(id));
  expect(one.get('a')).toBeDefined();
  for (const id of ['c', 'd']) other.keep(aRead(id));
  expect([one.get('a'), one.get('b')?.source.id]).toEqual([undefined, 'b']);
});

test('What was read after an event is newer than it, unless two clocks may differ by so much', () => {
  const kept = new SharedKeep<ReturnType<typeof aRead>>(3).ofConnection();
  kept.keep(aRead('a', 4));
  expect(kept.newerThan(moment(1), 'a')).toEqual(aRead('a', 4));
  expect([kept.newerThan(moment(2), 'a'), kept.newerThan(moment(1), 'b')]).toEqual([undefined, undefined]);
});
