import { expect, test } from '@jest/globals';
import { aDayUse, aLimitUse } from '../../testing/a-quota.ts';
import { dayLook, limitLook, quotaLine } from './quota-display.ts';

test('When calls are made, then the limit says how many of how many, and for what', () => {
  const calls = { people: 1, sync: 4, migration: 0, background: 2 };
  expect(limitLook(aLimitUse({ used: 7, usedBy: calls, waiting: 1 }))).toMatchObject({
    text: '7 of 10 calls per second',
    notes: ['Checks by users 1', 'Auto-sync 4', 'Comparisons 2', '1 call waiting'],
    freesAt: null,
  });
  expect(limitLook(aLimitUse({ limit: 190, windowMs: 10_000 }))).toMatchObject({
    text: '0 of 190 calls per 10 seconds',
    notes: [],
  });
});

test('When another company uses the account, then only totals are shown', () => {
  expect(limitLook(aLimitUse({ used: 3, usedBy: null, waitingBy: null })).notes).toEqual([
    'Another company uses this account too, so only totals are shown',
  ]);
});

test('When the vendor refuses all calls, then that comes first', () => {
  const until = '2025-01-02T12:00:30.000Z';
  const look = limitLook(aLimitUse({ blockedUntil: until, freesAt: until }));
  expect([look.notes[0], look.freesAt]).toEqual(['No calls are accepted at the moment', until]);
});

test('When HubSpot told its day, then the use of all apps is shown, and that migrations wait for the rest', () => {
  expect(dayLook(null)).toBeNull();
  expect(dayLook(aDayUse())).toMatchObject({
    text: '120,400 of 650,000 calls today',
    notes: ['All apps of the portal together'],
  });
  expect(dayLook(aDayUse({ reserved: true }))?.notes[1]).toBe(
    'The rest is left to auto-sync and to checks; migrations wait',
  );
});

test('When a run is shown, then one line has both limits, or until when a vendor takes no calls', () => {
  const now = Date.parse('2025-01-02T12:00:00.000Z');
  const hubspot = aLimitUse({ limit: 190, windowMs: 10_000, used: 62 });
  const quota = { acculynx: aLimitUse({ used: 9 }), hubspot, hubspotDay: null };
  expect(quotaLine(quota, now)).toEqual([
    'AccuLynx 9 of 10 calls per second',
    'HubSpot 62 of 190 calls per 10 seconds',
  ]);
  const blocked = { ...hubspot, blockedUntil: '2025-01-02T12:00:12.000Z' };
  expect(quotaLine({ ...quota, hubspot: blocked }, now)[1]).toBe('HubSpot accepts calls again in 12 seconds');
  expect(quotaLine({ ...quota, hubspotDay: aDayUse({ reserved: true }) }, now)[1]).toBe(
    "HubSpot's daily limit is left to auto-sync and to checks; it frees in 18 hours",
  );
});
