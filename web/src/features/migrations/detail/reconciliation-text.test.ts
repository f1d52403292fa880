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
