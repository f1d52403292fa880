import { describe, expect, test } from '@jest/globals';
import {
  capitalized,
  formatAgo,
  formatCount,
  formatDuration,
  formatRate,
  formatRecords,
  formatUntil,
  percentOf,
} from './format.ts';

describe('Numbers', () => {
  test('Counts have thousands separators, rates one decimal', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(formatRate(84)).toBe('84.0');
  });

  test('When there is one record, then the noun is singular', () => {
    const noun = { one: 'property', many: 'properties' };
    expect(formatRecords(1, noun)).toBe('1 property');
    expect(formatRecords(5000, noun)).toBe('5,000 properties');
  });

  test('A word at the beginning of a sentence has a capital', () => {
    expect(capitalized('deals')).toBe('Deals');
    expect(capitalized('')).toBe('');
  });
});

test.each([
  [-5_000, 'now'],
  [12_000, 'in 12 seconds'],
  [11 * 60_000, 'in 11 minutes'],
  [23.6 * 3_600_000, 'in 24 hours'],
  [24 * 3_600_000, 'tomorrow'],
])('When a moment is %d ms ahead, then it is %s', (left, text) => {
  const now = Date.parse('2025-01-02T12:00:00.000Z');
  expect(formatUntil(new Date(now + left).toISOString(), now)).toBe(text);
});

describe('Percent', () => {
  test('When more was processed than was expected, then it is capped at 100', () => {
    expect(percentOf(120, 100)).toBe(100);
  });

  test('When there is no target, then it is 0', () => {
    expect(percentOf(5, 0)).toBe(0);
  });

  test('When one record is left, then it is not yet 100', () => {
    expect(percentOf(4999, 5000)).toBe(99);
  });
});

describe('Times', () => {
  test.each([
    [400, '1 s'],
    [59_000, '59 s'],
    [130_000, '2 min 10 s'],
    [120_000, '2 min'],
    [3_900_000, '1 h 5 min'],
    [-5, '0 s'],
  ])('%i ms read %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  const now = Date.parse('2025-01-02T12:00:00Z');
  test.each([
    ['2025-01-02T12:00:01Z', 'just now'],
    ['2025-01-02T11:59:48Z', '12 seconds ago'],
    ['2025-01-02T11:55:00Z', '5 minutes ago'],
    ['2025-01-01T11:00:00Z', 'yesterday'],
    ['2024-12-03T13:00:00Z', '29 days ago'],
    ['2024-12-03T12:00:00Z', 'Dec 3, 2024'],
  ])('%s reads %s', (time, text) => {
    expect(formatAgo(time, now)).toBe(text);
  });
});
