import { expect, test } from '@jest/globals';
import { asDay, asMoment, asNumber, isSameValue } from './job-row.ts';

test('When AccuLynx has no real date, then HubSpot gets none', () => {
  for (const none of [null, '0001-01-01T00:00:00.000Z', 'yesterday']) {
    expect(asMoment(none)).toBeNull();
    expect(asDay(none, 'America/Chicago')).toBeNull();
  }
});

test('When it is late in the evening in the portal, then the day is the portal’s', () => {
  expect(asDay('2026-03-01T05:30:00.000Z', 'America/Chicago')).toBe('2026-02-28');
  expect(asDay('2026-03-01T06:00:00.000Z', 'America/Chicago')).toBe('2026-03-01');
  expect(asMoment('2026-03-01T05:30:00Z')).toBe('2026-03-01T05:30:00.000Z');
});

test.each([
  [12, '12'],
  [100, '100'],
  [0, '0'],
  [-0.001, '0'],
  [12.345, '12.35'],
  [0.1 + 0.2, '0.3'],
  [NaN, null],
  [1e20, null],
  [null, null],
])('When the number is %p, then HubSpot gets %p', (value, text) => {
  expect(asNumber(value, 2)).toBe(text);
});

test.each([
  ['number', '12.5', '12.50', true],
  ['number', '12.5', '', false],
  ['datetime', '2026-03-01T05:30:00.000Z', '2026-03-01T05:30:00Z', true],
  ['datetime', '2026-03-01T05:30:00.000Z', '2026-03-01T05:31:00Z', false],
  ['enumeration', 'a;b', 'b;a', true],
  ['enumeration', 'a;b', 'a', false],
  ['string', '12.5', '12.50', false],
])('When a %s is %p and HubSpot has %p, then sameness is %p', (type, ours, theirs, same) => {
  expect(isSameValue(type, ours, theirs)).toBe(same);
});
