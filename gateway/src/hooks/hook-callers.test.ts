import { expect, test } from '@jest/globals';
import { createHookCallers } from './hook-callers.ts';

let time = 0;
const office = '203.0.113.7';
const elsewhere = '198.51.100.9';

function callers() {
  const all = createHookCallers(() => time);
  const miss = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) all.answered(`made-up-${n}`, office, 404);
  };
  return { ...all, miss };
}

test('When a token does not exist, then it is not asked for again for a moment', () => {
  const { admits, answered } = callers();
  expect(admits('one', office)).toBe(true);
  answered('one', office, 404);
  expect([admits('one', office), admits('one', elsewhere), admits('other', office)]).toEqual([
    false,
    false,
    true,
  ]);
  time += 5_001;
  expect(admits('one', office)).toBe(true);
});

test('When a network tries many tokens, then no more of its new ones are asked for, and tokens that worked are', () => {
  const { admits, answered, miss } = callers();
  answered('works', office, 204);
  miss(0, 300);
  expect(admits('new', office)).toBe(false);
  expect([admits('works', office), admits('new', elsewhere)]).toEqual([true, true]);
  time += 10_001;
  expect(admits('new', office)).toBe(true);
});

test('When a token does not work any more, or its answer was an error, then it counts as what it is', () => {
  const { admits, answered } = callers();
  answered('one', office, 204);
  for (const status of [503, 413]) answered('one', office, status);
  expect(admits('one', office)).toBe(true);
  answered('one', office, 404);
  expect(admits('one', office)).toBe(false);
  answered('away', office, 503);
  expect(admits('away', office)).toBe(true);
});
