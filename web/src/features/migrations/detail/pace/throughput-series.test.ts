import { describe, expect, test } from '@jest/globals';
import { steadyTop, throughputSeries } from './use-throughput.ts';

const from = '2025-01-02T12:00:00.000Z';
const after = (ms: number) => new Date(Date.parse(from) + ms).toISOString();
const told = { from, stepMs: 2_000, records: [20, 40, 10], at: after(5_500) };

describe('Records per second over a run', () => {
  test('Each stretch has its rate, the last one over the time that it has had', () => {
    expect(throughputSeries(told, null)).toEqual([
      { from: 0, to: 2, rate: 10 },
      { from: 2, to: 4, rate: 20 },
      { from: 4, to: 5.5, rate: (10 / 1500) * 1000 },
    ]);
  });

  test('When the last stretch has only begun, then it waits; at the end it joins the one before', () => {
    expect(throughputSeries({ ...told, at: after(4_500) }, null)).toHaveLength(2);
    expect(throughputSeries(told, 4_500).at(-1)).toEqual({ from: 2, to: 4.5, rate: 20 });
  });

  test('When nothing was counted, or the batches are not kept any more, then there is nothing', () => {
    expect(throughputSeries({ ...told, from: null, records: [] }, 9_000)).toEqual([]);
  });
});

test.each([
  [0, 1],
  [1, 1],
  [1.2, 2],
  [48, 50],
  [190, 200],
  [501, 1_000],
])('A scale up to %d ends at %d', (highest, top) => {
  expect(steadyTop(highest)).toBe(top);
});
