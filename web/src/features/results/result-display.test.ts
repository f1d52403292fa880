import { expect, test } from '@jest/globals';
import { aMigration } from '../../testing/a-migration.ts';
import { anAccount } from '../../testing/an-account.ts';
import { lastResultsOf } from './last-results.ts';
import { resultLook } from './result-display.ts';

const ended = (difference: Parameters<typeof aMigration>[0] = {}) =>
  aMigration({ status: 'completed', successCount: 4_800, errorCount: 0, ...difference });

test('When all was copied, then the result counts what is in HubSpot', () => {
  expect(resultLook(ended())).toMatchObject({ tone: 'success', text: '4,800 in HubSpot', reason: null });
});

test('When some could not be copied, then the reason names them', () => {
  const reconciliation = anAccount({ failed: 3, warnedByReason: { email_in_use: 17 } });
  expect(resultLook(ended({ errorCount: 3, reconciliation }))).toMatchObject({
    tone: 'warning',
    text: '4,800 in HubSpot',
    reason: '3 rejected, 17 without their email',
  });
});

test.each([
  [{ status: 'failed', failureMessage: 'Key refused' }, 'Failed, 4,800 copied', 'Key refused'],
  [{ status: 'cancelled' }, 'Cancelled, 4,800 copied', null],
  [{ follows: { migrationId: 9, as: 'retry' } }, '4,800 copied', null],
  [{ follows: { migrationId: 9, as: 'undo' } }, '4,800 undone', null],
] as const)('When it is %j, then it does not say what is in HubSpot', (difference, text, reason) => {
  expect(resultLook(ended(difference))).toMatchObject({ text, reason });
});

test('Of another connection, and of what is running, nothing is a result', () => {
  const migrations = [
    ended({ id: 1, connectionId: 3, migrationType: 'jobs' }),
    ended({ id: 2, connectionId: 3 }),
    ended({ id: 5, connectionId: 4 }),
    aMigration({ id: 6, connectionId: 3 }),
  ];
  expect(lastResultsOf(3, migrations).map(({ id }) => id)).toEqual([2, 1]);
});
