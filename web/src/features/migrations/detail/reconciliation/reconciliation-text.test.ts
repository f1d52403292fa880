import { describe, expect, test } from '@jest/globals';
import type { Reconciliation } from '@ridgeline/contracts';
import { reasons, verdict } from './reconciliation-text.ts';

const account: Reconciliation = {
  source: 5000,
  created: 4900,
  updated: 60,
  unchanged: 25,
  removed: 0,
  skipped: 12,
  failed: 3,
  difference: 0,
  countedBySource: null,
  foundAtEnd: 5000,
  heldStill: true,
  skippedByReason: {},
  failedByReason: {},
  warnedByReason: {},
  alongside: {},
  addedOptions: [],
};

const ended = { migrationType: 'contacts', status: 'completed', targetCount: 5000 } as const;

describe('The closing account', () => {
  test('When the sum holds and nothing was refused, then all are accounted for', () => {
    const allWell = { ...account, created: 4903, failed: 0 };
    expect(verdict(allWell, ended)).toBe('All 5,000 contacts read from AccuLynx are accounted for.');
  });

  test('When there was one record, then it is shown as one', () => {
    const one = { ...account, source: 1, created: 1, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
    expect(verdict(one, ended)).toBe('The 1 contact read from AccuLynx is accounted for.');
    expect(verdict(one, { ...ended, status: 'cancelled' })).toMatch(/^The 1 contact .+ is accounted for; /);
    expect(verdict({ ...one, difference: 1 }, ended)).toBe(
      '1 of 1 contact read from AccuLynx is not accounted for.',
    );
  });

  test('When some failed, then it names them, also those that came along', () => {
    const along = { ...account, failed: 0 };
    const refused = { ...account, alongside: { contact: along, job_contact: { ...along, failed: 1 } } };
    expect(verdict(refused, { ...ended, migrationType: 'jobs' })).toBe(
      'All 5,000 jobs read from AccuLynx are accounted for. Failed: 3 deals and 1 association.',
    );
  });

  test('When there was nothing to read, then it says so and what to look at', () => {
    const empty = { ...account, source: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
    expect(verdict(empty, { ...ended, targetCount: 0 })).toMatch(/^AccuLynx listed no contacts, so nothing/);
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

  test('A reason is said as its kind has it, or else as another kind has it', () => {
    expect(reasons({ conflict: 1 }, 'job')).toEqual([
      { text: 'Another HubSpot deal is in its place', count: 1 },
    ]);
    expect(reasons({ no_email: 1 }, 'job')).toEqual([{ text: 'No email address in AccuLynx', count: 1 }]);
    expect(reasons({ refused: 1 }, 'job_photo')).toEqual([{ text: 'HubSpot refused it', count: 1 }]);
  });

  test('Reasons read as words, the most frequent first', () => {
    expect(reasons({ some_new_reason: 1, no_email: 12 }, 'contact')).toEqual([
      { text: 'No email address in AccuLynx', count: 12 },
      { text: 'Some new reason', count: 1 },
    ]);
  });
});
