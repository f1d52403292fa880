import { expect, test } from '@jest/globals';
import { createAnswering } from './swr-config.ts';

test('When three queries in a row fail, then the server is silent since the first of them, until something comes', () => {
  let time = 0;
  const { failed, answered, silentSince, subscribe } = createAnswering(() => (time += 1));
  const told: (number | null)[] = [];
  subscribe(() => told.push(silentSince()));
  failed();
  failed();
  answered();
  for (let count = 0; count < 5; count += 1) failed();
  answered();
  answered();
  expect(told).toEqual([2, null]);
});
