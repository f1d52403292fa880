import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { aMigration } from '../../testing/a-migration.ts';
import { anAccount } from '../../testing/an-account.ts';
import { migrationLook } from './MigrationStatusTag.tsx';

const ended = { status: 'completed', errorCount: 0 } as const;

describe('The badge of a migration', () => {
  const badge = (difference: Partial<Migration>) => {
    const { text, tone, reason } = migrationLook(aMigration({ ...ended, ...difference }));
    return [text, tone, reason];
  };

  test('It has the color of the result, its first exception, and all of them as the reason', () => {
    const warned = { email_shared: 196 };
    expect(badge({ reconciliation: anAccount() })).toEqual(['Completed', 'success', null]);
    expect(badge({ reconciliation: anAccount({ warnedByReason: warned }) })).toEqual([
      'Completed, 196 without their email',
      'warning',
      null,
    ]);
    expect(badge({ reconciliation: anAccount({ failed: 2, warnedByReason: warned }) })).toEqual([
      'Completed, 2 rejected',
      'warning',
      '2 rejected, 196 without their email',
    ]);
  });

  test('Without an account the counts of the run decide', () => {
    expect(badge({ errorCount: 1028 })).toEqual(['Completed, 1,028 rejected', 'warning', null]);
  });

  test('What has not ended, or was stopped, says why', () => {
    expect(badge({ status: 'failed', failureMessage: 'Key refused' })).toEqual([
      'Failed',
      'error',
      'Key refused',
    ]);
    const held = { status: 'running', phase: 'waiting', waitingFor: 'The limit' } as const;
    expect(badge(held)).toEqual(['Waiting', 'warning', 'The limit']);
    expect(badge({ ...held, health: 'stalled' })).toEqual(['Stalled', 'warning', 'The limit']);
  });
});
