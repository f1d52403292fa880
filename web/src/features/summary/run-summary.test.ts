import { describe, expect, test } from '@jest/globals';
import type { Migration, Reconciliation } from '@ridgeline/contracts';
import { aTally, anAccount } from '../../testing/an-account.ts';
import { exceptionsOf, refusedCount, refusedOf, runEnd } from './run-summary.ts';

const ended = { status: 'completed', targetCount: 5000, errorCount: 0 } as const;

const endOf = (migrationType: Migration['migrationType'], difference: Partial<Reconciliation>) =>
  runEnd({ ...ended, migrationType, reconciliation: anAccount(difference) });

describe('The result of a run', () => {
  test.each<[string, Partial<Reconciliation>]>([
    ['3 rejected', { failed: 3 }],
    ['1 rejected', { alongside: { job_contact: aTally({ failed: 1 }) } }],
    ['4 not accounted for', { difference: -4 }],
    ['1 without its email', { alongside: { contact: aTally({ warnedByReason: { email_in_use: 1 } }) } }],
    ['5 values not copied', { warnedByReason: { option_missing: 3, value_refused: 2 } }],
    ['2 associations not copied', { alongside: { job_contact: aTally({ skipped: 2 }) } }],
    ['1 value not copied', { warnedByReason: { option_not_added: 1 } }],
    ['1 association not copied', { alongside: { job_contact: aTally({ skipped: 1 }) } }],
    ['2 deals of dead leads still open', { alongside: { dead_lead: aTally({ skipped: 2 }) } }],
    ['6 to review', { warnedByReason: { deal_was_deleted: 6 } }],
    ['not all could be read', { countedBySource: 5002 }],
  ])('When jobs are over with %s, then it is amber and says so', (text, difference) => {
    expect(endOf('jobs', difference)).toEqual({ tone: 'warning', exceptions: [text] });
  });

  test('When all was copied as it is in AccuLynx, or was skipped by choice, then it is green', () => {
    const byChoice = aTally({ skipped: 7, skippedByReason: { no_email: 7 } });
    const notes = { other_emails: 3, other_phones: 9, email_replaced: 2 };
    expect(endOf('contacts', { ...byChoice, warnedByReason: notes })).toEqual({
      tone: 'success',
      exceptions: [],
    });
    expect(endOf('jobs', { alongside: { contact: byChoice } }).tone).toBe('success');
  });

  test('When an account of an earlier release tells less, then what it tells counts', () => {
    const earlier = { ...anAccount(), failed: 2, alongside: undefined, warnedByReason: undefined };
    expect(exceptionsOf(earlier, { ...ended, migrationType: 'contacts' })).toEqual(['2 rejected']);
  });

  test('When it stopped, then an error is red, and a cancelled run is neither right nor wrong', () => {
    const stopped = {
      ...ended,
      migrationType: 'contacts',
      errorCount: 3,
      reconciliation: anAccount(),
    } as const;
    expect(runEnd({ ...stopped, status: 'failed' }).tone).toBe('error');
    expect(runEnd({ ...stopped, status: 'cancelled' }).tone).toBe('neutral');
  });

  test('What HubSpot rejected is counted kind by kind and as one number; without an account, as the run counted it', () => {
    const alongside = { contact: aTally({ failed: 200 }), job_contact: aTally({ skipped: 200 }) };
    const jobs = { migrationType: 'jobs', errorCount: 3 } as const;
    const told = { ...jobs, reconciliation: anAccount({ failed: 3, alongside }) };
    expect(refusedOf(told)).toEqual([
      ['job', 3],
      ['contact', 200],
    ]);
    expect(refusedCount(told)).toBe(203);
    expect(refusedOf({ ...jobs, reconciliation: null })).toEqual([['job', 3]]);
  });
});
