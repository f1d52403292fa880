import { expect, test } from '@jest/globals';
import { namedRanges, rangeText } from './date-range.ts';

const now = new Date(2026, 2, 5, 23, 59).getTime();

test.each([
  [null, null, 'Any time'],
  ['2026-03-05', null, 'Today'],
  ['2026-02-27', null, 'Last 7 days'],
  ['2026-02-04', null, 'Last 30 days'],
  ['2026-02-26', null, 'Since Feb 26, 2026'],
  [null, '2026-03-05', 'Until Mar 5, 2026'],
  ['2026-03-05', '2026-03-05', 'Mar 5, 2026'],
  ['2026-03-01', '2026-03-05', 'Mar 1, 2026 – Mar 5, 2026'],
])('When the days are %p to %p, then they read %p', (from, to, text) => {
  expect(rangeText({ from, to }, now)).toBe(text);
});

test('The named ranges begin on days of this clock, today among them', () => {
  expect(namedRanges(now).map(({ label, from }) => [label, from])).toEqual([
    ['Any time', null],
    ['Today', '2026-03-05'],
    ['Last 7 days', '2026-02-27'],
    ['Last 30 days', '2026-02-04'],
  ]);
});
