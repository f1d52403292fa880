import { expect, test } from '@jest/globals';
import { maxOfOneWithin, maxWithin } from './call-rates.ts';

const call = (ms: number, companyId = 'roofers') => ({ at: new Date(ms).toISOString(), companyId });

test('When calls come in a burst, then as many count as fit in the stretch, in any order', () => {
  expect(maxWithin([], 1_000)).toBe(0);
  expect(maxWithin([call(900), call(0), call(1_000), call(1_899), call(5_000)], 1_000)).toBe(3);
  expect(maxWithin([call(0), call(1_000), call(2_000)], 1_000)).toBe(1);
});

test('When several companies call, then the one counts that called most', () => {
  expect(maxOfOneWithin([], 1_000)).toBe(0);
  expect(maxOfOneWithin([call(0), call(1, 'b'), call(2, 'b'), call(3)].slice(0, 3), 1_000)).toBe(2);
});
