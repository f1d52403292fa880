import { describe, expect, test } from '@jest/globals';
import type { Reconciliation } from '@ridgeline/contracts';
import { reasons, verdict } from './reconciliation-text.ts';

const account: Reconciliation = {
  source: 5000,
  created: 4900,
  updated: 60,
  unchanged: 25,
  skipped: 12,
  failed: 3,
  difference: 0,
  skippedByReason: {},
  failedByReason: {},
};

describe('The closing account', () => {
  test('When the sum holds, then all are accounted for', () => {
    expect(verdict(account, 'contacts')).toBe('All 5,000 contacts read from AccuLynx are accounted for.');
  });

  test('When some are missing, then it says how many', () => {
    expect(verdict({ ...account, difference: 4 }, 'contacts')).toBe(
      '4 of 5,000 contacts read from AccuLynx are not accounted for.',
    );
  });

  test('When more were counted than read, then it says so too', () => {
    expect(verdict({ ...account, difference: -2 }, 'jobs')).toContain('2 more jobs were counted');
  });

  test('Reasons read as words, the most frequent first', () => {
    expect(reasons({ some_new_reason: 1, no_email: 12 })).toEqual([
      { text: 'No email address in AccuLynx', count: 12 },
      { text: 'Some new reason', count: 1 },
    ]);
  });
});
