import { describe, expect, test } from '@jest/globals';
import { hubspotDate, hubspotDatetime } from './written-values.ts';

describe("A date is the day of the portal's calendar", () => {
  test.each([
    // Midnight in Chicago, in winter and in summer, and a second before it.
    ['2026-01-15T06:00:00Z', 'America/Chicago', '2026-01-15'],
    ['2026-01-15T05:59:59Z', 'America/Chicago', '2026-01-14'],
    ['2026-07-15T05:00:00Z', 'America/Chicago', '2026-07-15'],
    ['2026-07-15T04:59:59Z', 'America/Chicago', '2026-07-14'],
    // The clocks go forward on 8 March and back on 1 November.
    ['2026-03-08T06:00:00Z', 'America/Chicago', '2026-03-08'],
    ['2026-03-09T05:00:00Z', 'America/Chicago', '2026-03-09'],
    ['2026-03-09T04:59:59Z', 'America/Chicago', '2026-03-08'],
    ['2026-11-02T05:59:59Z', 'America/Chicago', '2026-11-01'],
    ['2026-11-02T06:00:00Z', 'America/Chicago', '2026-11-02'],
    // East of UTC, the edge of the year, a leap day.
    ['2025-12-31T23:30:00Z', 'Europe/Berlin', '2026-01-01'],
    ['2026-01-01T04:30:00Z', 'US/Eastern', '2025-12-31'],
    ['2028-02-28T15:00:00Z', 'Asia/Tokyo', '2028-02-29'],
    ['2026-05-05T09:59:59Z', 'Pacific/Kiritimati', '2026-05-05'],
    ['2026-05-05T10:00:00Z', 'Pacific/Kiritimati', '2026-05-06'],
    // With an offset, without a zone, in a zone that is not known.
    ['2026-05-05T23:00:00-05:00', 'UTC', '2026-05-06'],
    ['2026-05-05T23:00:00', 'UTC', '2026-05-05'],
    ['2026-05-05T23:00:00Z', 'Moon/Crater', '2026-05-05'],
    ['2026-05-05T23:00:00Z', '', '2026-05-05'],
    // A day is no moment: it stays that day.
    ['2026-05-05', 'America/Chicago', '2026-05-05'],
  ])('%s in %s', (iso, timeZone, day) => {
    expect(hubspotDate(iso, timeZone)).toBe(day);
    // Midnight UTC of the day, as HubSpot demands.
    expect(new Date(day).getTime() % 86_400_000).toBe(0);
  });

  test('When the text is no moment, then there is no date', () => {
    for (const text of ['', 'soon', '2026-02-30', '2026-13-01T00:00:00Z']) {
      expect(hubspotDate(text, 'UTC')).toBeNull();
      expect(hubspotDatetime(text)).toBeNull();
    }
  });

  test('A moment is written in UTC to the millisecond', () => {
    expect(hubspotDatetime('2026-03-04T17:22:09.1234567Z')).toBe('2026-03-04T17:22:09.123Z');
    expect(hubspotDatetime('2026-03-04T17:22:09-06:00')).toBe('2026-03-04T23:22:09.000Z');
    expect(hubspotDatetime('2026-03-04T17:22:09')).toBe('2026-03-04T17:22:09.000Z');
  });
});
