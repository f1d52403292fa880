import { describe, expect, test } from '@jest/globals';
import type { Reconciliation } from '@ridgeline/contracts';
import { reasons, sourceGap, verdict } from './reconciliation-text.ts';

const account: Reconciliation = {
  source: 5000,
  created: 4900,
  updated: 60,
  unchanged: 25,
  skipped: 12,
  failed: 3,
  difference: 0,
  countedBySource: null,
  skippedByReason: {},
  failedByReason: {},
};

const ended = { migrationType: 'contacts', status: 'completed', targetCount: 5000 } as const;

describe('The closing account', () => {
  test('When the sum holds, then all are accounted for', () => {
    expect(verdict(account, ended)).toBe('All 5,000 contacts read from AccuLynx are accounted for.');
  });

  test('When it stopped half way, then it says what was not reached', () => {
    const stopped = { ...ended, status: 'cancelled', targetCount: 6500 } as const;
    expect(verdict(account, stopped)).toBe(
      'The 5,000 contacts read before it stopped are accounted for; 1,500 were not reached.',
    );
  });

  test.each([
    [
      5000,
      'It stopped before any of the 5,000 contacts was read from AccuLynx. Nothing was written to HubSpot.',
    ],
    [0, 'It stopped before any of the contacts was read from AccuLynx. Nothing was written to HubSpot.'],
  ])('When it stopped before it read, with %i announced, then it says so', (targetCount, text) => {
    const nothing = { ...account, source: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
    expect(verdict(nothing, { ...ended, status: 'failed', targetCount })).toBe(text);
  });

  test.each([
    [5002, { open: true, text: 'AccuLynx counts 5,002 contacts now, 5,000 were read: 2 could not be read.' }],
    [
      4997,
      {
        open: false,
        text: 'AccuLynx counts 4,997 contacts now, 5,000 were read: 3 were deleted in AccuLynx while the migration ran.',
      },
    ],
    [
      4999,
      {
        open: false,
        text: 'AccuLynx counts 4,999 contacts now, 5,000 were read: 1 was deleted in AccuLynx while the migration ran.',
      },
    ],
    [5000, null],
    [null, null],
  ])('When AccuLynx counts %p at the end, then the gap is named', (countedBySource, gap) => {
    expect(sourceGap({ ...account, countedBySource }, ended)).toEqual(gap);
  });

  test('When it stopped half way, then what was not reached is no gap', () => {
    const stopped = { ...ended, status: 'cancelled' } as const;
    expect(sourceGap({ ...account, countedBySource: 9000 }, stopped)).toBeNull();
  });

  test('When an account of an earlier release does not tell what AccuLynx counts, then there is no gap', () => {
    const earlier = { ...account, countedBySource: undefined } as unknown as Reconciliation;
    expect(sourceGap(earlier, ended)).toBeNull();
  });

  test('When some are missing, then it says how many', () => {
    expect(verdict({ ...account, difference: 4 }, ended)).toBe(
      '4 of 5,000 contacts read from AccuLynx are not accounted for.',
    );
  });

  test('When more were counted than read, then it says so too', () => {
    expect(verdict({ ...account, difference: -2 }, { ...ended, migrationType: 'jobs' })).toContain(
      '2 more jobs were counted',
    );
  });

  test('Reasons read as words, the most frequent first', () => {
    expect(reasons({ some_new_reason: 1, no_email: 12 })).toEqual([
      { text: 'No email address in AccuLynx', count: 12 },
      { text: 'Some new reason', count: 1 },
    ]);
  });
});
