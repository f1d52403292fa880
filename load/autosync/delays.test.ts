import { expect, test } from '@jest/globals';
import { compareArrivals } from './delays.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 25, 12, 0, second)).toISOString();
const change = (id: string, number: number, second: number) =>
  ({ companyId: 'co', list: 'contacts', action: 'changed', id, number, at: at(second) }) as const;
const record = (by: string, ...arrivals: [number, number][]) => ({
  id: '1',
  by,
  archived: false,
  arrivals: arrivals.map(([number, second]) => ({ number, at: at(second) })),
});

test('When a newer value arrives, then the changes before it have arrived as well', () => {
  const changes = [change('a', 1, 0), change('a', 2, 1), change('b', 1, 2)];
  expect(compareArrivals(changes, [record('a', [2, 5]), record('b', [1, 6])])).toEqual({
    delaysMs: [5_000, 4_000, 4_000],
    lost: 0,
    fallen: 0,
    doubled: 0,
  });
});

test('When a value never arrives, falls, or its record is there twice, then it is counted', () => {
  const changes = [change('a', 3, 0), change('b', 1, 0), change('c', 1, 0)];
  const targets = [record('a', [2, 1]), record('b', [1, 1], [0, 2]), record('c', [1, 1]), record('c')];
  expect(compareArrivals(changes, targets)).toEqual({
    delaysMs: [1_000, 1_000],
    lost: 1,
    fallen: 1,
    doubled: 1,
  });
});
