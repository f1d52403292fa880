import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { aMigration } from '../../../testing/a-migration.ts';
import { aTally, anAccount } from '../../../testing/an-account.ts';
import { mayRetry, mayUndo, writes, type Following } from './may-follow.ts';

const ended = (difference: Partial<Migration> = {}) => aMigration({ status: 'completed', ...difference });
const follows = { migrationId: 12, as: 'undo' } as const;
const undo = (difference: Partial<Migration>): Following => [{ ...ended(difference), follows }];

describe('What may follow on a migration', () => {
  test('When it has ended and copied, then it is retried and undone; while it runs, neither', () => {
    expect([mayRetry(ended()), mayUndo(ended(), [])]).toEqual([true, true]);
    expect([mayRetry(aMigration()), mayUndo(aMigration(), [])]).toEqual([false, false]);
    expect(mayUndo(ended({ status: 'cancelled' }), [])).toBe(true);
  });

  test('When it wrote nothing, then there is nothing to undo; what came along counts as written', () => {
    const nothing = { createdCount: 0, updatedCount: 0 };
    expect(mayUndo(ended(nothing), [])).toBe(false);
    const reconciliation = anAccount({ alongside: { contact: aTally({ created: 1 }) } });
    expect(mayUndo(ended({ ...nothing, reconciliation }), [])).toBe(true);
    expect(writes(ended(nothing))).toBe(false);
  });

  test('When it was a dry run or an undo, then neither is offered', () => {
    for (const one of [{ dryRun: true }, { follows }])
      expect([mayRetry(ended(one)), mayUndo(ended(one), [])]).toEqual([false, false]);
  });

  test('When an undo of it runs or is done, then no second one is offered; a preview or a failed one is none', () => {
    expect(mayUndo(ended(), undo({}))).toBe(false);
    expect(mayUndo(ended(), undo({ status: 'queued' }))).toBe(false);
    expect(mayUndo(ended(), undo({ status: 'failed' }))).toBe(true);
    expect(mayUndo(ended(), undo({ dryRun: true }))).toBe(true);
  });
});
