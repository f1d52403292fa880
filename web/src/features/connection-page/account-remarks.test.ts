import { describe, expect, test } from '@jest/globals';
import { sharedPortalText, timeZonesText } from './account-remarks.ts';

const denver = { id: 1, name: 'Denver', hubSpotPortalId: '77' };
const waco = { id: 2, name: 'Waco', hubSpotPortalId: '77' };
const austin = { id: 3, name: 'Austin', hubSpotPortalId: '77' };

describe('Connections to one portal', () => {
  test('When others copy to the same portal, then they are named', () => {
    expect(sharedPortalText(denver, [denver, waco])).toBe(
      'Waco copies to this portal too. Their migrations take turns.',
    );
    expect(sharedPortalText(denver, [denver, waco, austin])).toBe(
      'Waco and Austin copy to this portal too. Their migrations take turns.',
    );
  });

  test('When no other does, or the portal is not known, then nothing is remarked', () => {
    expect(sharedPortalText(denver, [denver, { ...waco, hubSpotPortalId: '78' }])).toBeNull();
    const unknown = { ...denver, hubSpotPortalId: null };
    expect(sharedPortalText(unknown, [unknown, { ...waco, hubSpotPortalId: null }])).toBeNull();
  });
});

describe('Time zones', () => {
  const zones = (base: string | null, adjusted: string | null, portal: string | null) =>
    timeZonesText({
      acculynxInstanceTimezone: 'Central Standard Time',
      acculynxBaseUtcOffset: base,
      acculynxAdjustedUtcOffset: adjusted,
      hubSpotPortalTimezone: portal,
    });

  test.each([
    ['another hour', '-06:00:00', '-06:00:00', 'America/New_York'],
    ['summer time that HubSpot has not', '-07:00:00', '-06:00:00', 'US/Arizona'],
    ['the other side of Greenwich', '+01:00:00', '+01:00:00', 'Europe/London'],
  ])('When AccuLynx has %s, then that is remarked', (_case, base, adjusted, portal) => {
    expect(zones(base, adjusted, portal)).toBe(
      `The time zones differ: AccuLynx has Central Standard Time, HubSpot ${portal}. Deals take HubSpot's days, so a job's date near midnight can be a day off.`,
    );
  });

  test.each([
    ['-06:00:00', '-06:00:00', 'US/Central'],
    ['-06:00:00', '-05:00:00', 'America/Chicago'],
    ['+00:00:00', '+01:00:00', 'Europe/London'],
    [null, null, 'US/Central'],
    ['-06:00:00', null, null],
    ['-06:00:00', '-06:00:00', 'Nowhere/Known'],
  ])('When the offsets are %p and %p and the zone is %p, then nothing is', (base, adjusted, portal) => {
    expect(zones(base, adjusted, portal)).toBeNull();
  });
});
