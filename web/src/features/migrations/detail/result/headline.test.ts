import { describe, expect, test } from '@jest/globals';
import type { Reconciliation } from '@ridgeline/contracts';
import { emailText, headline } from './use-run-again.ts';

const account: Reconciliation = {
  source: 5000,
  created: 5000,
  updated: 0,
  unchanged: 0,
  removed: 0,
  skipped: 0,
  failed: 0,
  difference: 0,
  countedBySource: 5000,
  foundAtEnd: 5000,
  heldStill: true,
  skippedByReason: {},
  failedByReason: {},
  warnedByReason: {},
  alongside: {},
  addedOptions: [],
};
const ended = {
  status: 'completed',
  migrationType: 'contacts',
  startedAt: '2025-01-02T12:00:00.000Z',
  processedCount: 5000,
  targetCount: 5000,
} as const;

describe('The verdict after a run', () => {
  test.each([
    ['Completed', {}],
    ['Completed, 28 rejected', { failed: 28 }],
    [
      'Completed, 28 rejected, 179 without their email',
      { failed: 28, warnedByReason: { email_shared: 100, invalid_email: 79 } },
    ],
    ['Completed, 4 not accounted for', { difference: 4 }],
    ['Completed, not all could be read', { countedBySource: 5002 }],
  ])('%s', (text, difference) => {
    expect(headline({ ...account, ...difference }, ended)).toBe(text);
  });

  test('A run that stopped says how far it came', () => {
    const half = { ...ended, processedCount: 70, targetCount: 75 };
    expect(headline(account, { ...half, status: 'failed' })).toBe(
      'Stopped by an error after 70 of 75 contacts',
    );
    expect(headline(account, { ...half, status: 'cancelled' })).toBe('Cancelled after 70 of 75 contacts');
    expect(headline(account, { ...half, status: 'failed', targetCount: 0, processedCount: 0 })).toBe(
      'Stopped by an error before anything was copied',
    );
    expect(headline(account, { ...half, status: 'cancelled', startedAt: null })).toBe(
      'Cancelled before it started',
    );
  });

  test('When nothing was copied by it, then the words are those of a plan or an undo', () => {
    const undo = { follows: { migrationId: 3, as: 'undo' } } as const;
    const some = { ...account, failed: 2, skipped: 1 };
    expect(headline(some, { ...ended, dryRun: true })).toBe('Plan ready, 2 cannot be copied');
    expect(headline(some, { ...ended, ...undo })).toBe('Undone, 2 rejected, 1 spared');
    expect(headline(some, { ...ended, ...undo, dryRun: true })).toBe(
      'Preview ready, 2 cannot be undone, 1 would be spared',
    );
    const jobs = { ...account, skipped: 1, alongside: { job_contact: { ...account, skipped: 2 } } };
    expect(headline(jobs, { ...ended, ...undo, migrationType: 'jobs' })).toBe(
      'Undone, 1 spared, 2 associations spared',
    );
    const none = { ...ended, status: 'cancelled', processedCount: 0 } as const;
    expect(headline(account, { ...none, dryRun: true })).toBe('Cancelled before anything was planned');
  });

  test('Contacts that were copied without their email are named, also those of jobs', () => {
    const jobs = {
      ...account,
      alongside: { contact: { ...account, warnedByReason: { email_in_use: 1, other_phones: 9 } } },
    };
    expect(emailText(jobs, { ...ended, migrationType: 'jobs' })).toBe(
      '1 contact was copied without its email address.',
    );
    expect(emailText(account, ended)).toBeNull();
  });
});
