import { describe, expect, test } from '@jest/globals';
import type { Migration, Reconciliation, Tally } from '@ridgeline/contracts';
import { aMigration } from '../../testing/a-migration.ts';
import { migrationLook } from './migration-look.ts';
import { exceptionsOf, runEnd } from './run-judgement.ts';

const none: Tally = {
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  skippedByReason: {},
  failedByReason: {},
  warnedByReason: {},
};
const account: Reconciliation = {
  ...none,
  source: 5000,
  created: 5000,
  difference: 0,
  countedBySource: 5000,
  foundAtEnd: 5000,
  heldStill: true,
  alongside: {},
};
const ended = { status: 'completed', targetCount: 5000, errorCount: 0 } as const;

const endOf = (migrationType: Migration['migrationType'], difference: Partial<Reconciliation>) =>
  runEnd({ ...ended, migrationType, reconciliation: { ...account, ...difference } });

describe('The judgement of a run', () => {
  test.each<[string, Partial<Reconciliation>]>([
    ['3 refused', { failed: 3 }],
    ['1 refused', { alongside: { job_contact: { ...none, failed: 1 } } }],
    ['4 not accounted for', { difference: -4 }],
    ['1 without its email', { alongside: { contact: { ...none, warnedByReason: { email_in_use: 1 } } } }],
    ['5 values left out', { warnedByReason: { option_missing: 3, value_refused: 2 } }],
    ['2 associations left out', { alongside: { job_contact: { ...none, skipped: 2 } } }],
    ['1 value left out', { warnedByReason: { option_not_added: 1 } }],
    ['1 association left out', { alongside: { job_contact: { ...none, skipped: 1 } } }],
    ['6 worth a look', { warnedByReason: { deal_was_deleted: 6 } }],
    ['not all could be read', { countedBySource: 5002 }],
  ])('When jobs are over with %s, then it is amber and says so', (text, difference) => {
    expect(endOf('jobs', difference)).toEqual({ tone: 'warning', exceptions: [text] });
  });

  test('When all went over as it stands, or was left out by choice, then it is green', () => {
    const byChoice = { ...none, skipped: 7, skippedByReason: { no_email: 7 } };
    const notes = { other_emails: 3, other_phones: 9, email_replaced: 2 };
    expect(endOf('contacts', { ...byChoice, warnedByReason: notes })).toEqual({
      tone: 'success',
      exceptions: [],
    });
    expect(endOf('jobs', { alongside: { contact: byChoice } }).tone).toBe('success');
  });

  test('When an account of an earlier release tells less, then what it tells is judged', () => {
    const earlier = { ...account, failed: 2, alongside: undefined, warnedByReason: undefined };
    expect(exceptionsOf(earlier, { ...ended, migrationType: 'contacts' })).toEqual(['2 refused']);
  });

  test('When it stopped, then an error is red, and what somebody cancelled is neither right nor wrong', () => {
    const stopped = { ...ended, migrationType: 'contacts', errorCount: 3, reconciliation: account } as const;
    expect(runEnd({ ...stopped, status: 'failed' }).tone).toBe('error');
    expect(runEnd({ ...stopped, status: 'cancelled' }).tone).toBe('neutral');
  });
});

describe('The badge of a migration', () => {
  const badge = (difference: Partial<Migration>) => {
    const { text, tone, reason } = migrationLook(aMigration({ ...ended, ...difference }));
    return [text, tone, reason];
  };

  test('It has the colour of the judgement, its first exception, and all of them as the reason', () => {
    const warned = { email_shared: 196 };
    expect(badge({ reconciliation: account })).toEqual(['Completed', 'success', null]);
    expect(badge({ reconciliation: { ...account, warnedByReason: warned } })).toEqual([
      'Completed, 196 without their email',
      'warning',
      null,
    ]);
    expect(badge({ reconciliation: { ...account, failed: 2, warnedByReason: warned } })).toEqual([
      'Completed, 2 refused',
      'warning',
      '2 refused, 196 without their email',
    ]);
  });

  test('Without an account the counts of the run are judged', () => {
    expect(badge({ errorCount: 1028 })).toEqual(['Completed, 1,028 refused', 'warning', null]);
  });

  test('What has not ended, or was stopped, says why', () => {
    expect(badge({ status: 'failed', failureMessage: 'Key refused' })).toEqual([
      'Failed',
      'error',
      'Key refused',
    ]);
    const held = { status: 'running', phase: 'waiting', waitingFor: 'The limit' } as const;
    expect(badge(held)).toEqual(['Waiting', 'warning', 'The limit']);
    expect(badge({ ...held, health: 'stalled' })).toEqual(['Not moving', 'warning', 'The limit']);
  });
});
