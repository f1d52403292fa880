import { describe, expect, test } from '@jest/globals';
import { aMigration } from '../../testing/a-migration.ts';
import { aTally, anAccount } from '../../testing/an-account.ts';
import { endToast } from './end-toast.ts';

test('When a migration completed with exceptions, then the toast counts them', () => {
  const toast = endToast(
    aMigration({ status: 'completed', successCount: 4985, skipCount: 12, errorCount: 3 }),
  );
  expect(toast).toEqual({
    tone: 'warning',
    title: 'Migration Completed',
    description:
      'Migration #12 of Summit Roofing - Denver: 4,985 contacts in HubSpot, 12 skipped, 3 rejected.',
  });
});

test('When jobs were migrated, then the toast speaks of jobs, and of deals where it means HubSpot', () => {
  const jobs = { migrationType: 'jobs', successCount: 1, processedCount: 25, targetCount: 400 } as const;
  expect(endToast(aMigration({ ...jobs, status: 'completed', skipCount: 0, errorCount: 0 }))).toMatchObject({
    tone: 'success',
    description: 'Migration #12 of Summit Roofing - Denver: 1 deal in HubSpot.',
  });
  expect(endToast(aMigration({ ...jobs, status: 'failed' })).description).toContain('stopped after 25 jobs');
  expect(endToast(aMigration({ ...jobs, status: 'cancelled' })).description).toContain('25 of 400 jobs');
});

test('When what came along with jobs was refused, then the toast warns and counts it', () => {
  const reconciliation = anAccount({ alongside: { contact: aTally({ failed: 200 }) } });
  const jobs = { migrationType: 'jobs', successCount: 5000, skipCount: 0, errorCount: 0 } as const;
  expect(endToast(aMigration({ ...jobs, status: 'completed', reconciliation }))).toMatchObject({
    tone: 'warning',
    description: 'Migration #12 of Summit Roofing - Denver: 5,000 deals in HubSpot, 200 rejected.',
  });
});

test('When a migration failed, then the toast says why', () => {
  const toast = endToast(aMigration({ status: 'failed', failureMessage: 'HubSpot refused the token.' }));
  expect(toast.title).toBe('Migration Failed');
  expect(toast.description).toContain('HubSpot refused the token.');
});

test('When a migration was cancelled, then the toast has the count of the page and says that nothing is undone', () => {
  expect(endToast(aMigration({ status: 'cancelled' })).description).toContain(
    '2,000 of 5,000 contacts had been processed; what was written stays',
  );
});

test('When a migration was cancelled before its first record, then nothing had been written', () => {
  const unbegun = aMigration({ status: 'cancelled', processedCount: 0, successCount: 0 });
  expect(endToast(unbegun).description).toContain('nothing had been written');
});

test('When the user is at its page, then the toast does not repeat what stands there', () => {
  expect(endToast(aMigration({ status: 'failed', failureMessage: 'The key was refused.' }), true)).toEqual({
    tone: 'error',
    title: 'Migration Failed',
  });
});

describe('The end of what writes no copies', () => {
  const undo = { migrationId: 3, as: 'undo' } as const;

  test('When a dry run ends, then its toast says what would be, and that nothing was written', () => {
    const plan = aMigration({
      dryRun: true,
      status: 'completed',
      successCount: 10,
      skipCount: 2,
      errorCount: 1,
    });
    expect(endToast(plan)).toMatchObject({
      title: 'Dry Run Completed',
      description:
        'Dry run #12 of Summit Roofing - Denver: 10 contacts would be in HubSpot, 2 skipped, 1 cannot be copied.',
    });
    expect(endToast({ ...plan, status: 'cancelled' }).description).toMatch(/nothing was written\.$/);
    expect(endToast({ ...plan, status: 'failed' }).description).toMatch(/Nothing was written\.$/);
  });

  test('When an undo ends, then its toast counts what was undone and what was spared', () => {
    const reconciliation = anAccount({ skipped: 2 });
    const ended = aMigration({
      ...{
        status: 'completed',
        follows: undo,
        reconciliation,
        successCount: 10,
        skipCount: 2,
        errorCount: 0,
      },
    });
    expect(endToast(ended)).toMatchObject({
      tone: 'warning',
      title: 'Undo Completed',
      description: 'Undo #12 of Summit Roofing - Denver: 10 contacts undone, 2 spared.',
    });
  });
});
