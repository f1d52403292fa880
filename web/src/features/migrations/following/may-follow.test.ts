import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { aMigration } from '../../../testing/a-migration.ts';
import { aTally, anAccount } from '../../../testing/an-account.ts';
import { isUndoable, mayRetry, undoAmong, writes, type Following } from './may-follow.ts';

const ended = (difference: Partial<Migration> = {}) => aMigration({ status: 'completed', ...difference });
const follows = { migrationId: 12, as: 'undo' } as const;
const undo = (difference: Partial<Migration>): Following => [{ ...ended(difference), follows }];

describe('What may follow on a migration', () => {
  test('When it has ended and copied, then it is retried and undone; while it runs, neither', () => {
    expect([mayRetry(ended()), isUndoable(ended())]).toEqual([true, true]);
    expect([mayRetry(aMigration()), isUndoable(aMigration())]).toEqual([false, false]);
    expect(isUndoable(ended({ status: 'cancelled' }))).toBe(true);
  });

  test('When it wrote nothing, then there is nothing to undo; what came along counts as written', () => {
    const nothing = { createdCount: 0, updatedCount: 0 };
    expect(isUndoable(ended(nothing))).toBe(false);
    const reconciliation = anAccount({ alongside: { contact: aTally({ created: 1 }) } });
    expect(isUndoable(ended({ ...nothing, reconciliation }))).toBe(true);
    expect(writes(ended(nothing))).toBe(false);
  });

  test('When it was a dry run, then neither is offered; an undo that removed something can be undone', () => {
    const nothing = { follows, createdCount: 0, updatedCount: 0, removedCount: 0 };
    for (const one of [{ dryRun: true }, { dryRun: true, follows }, nothing])
      expect([mayRetry(ended(one)), isUndoable(ended(one))]).toEqual([false, false]);
    const undone = ended({ ...nothing, removedCount: 5 });
    expect([mayRetry(undone), isUndoable(undone)]).toEqual([false, true]);
  });

  test('When an undo of it runs or is done, then it is found; a preview or a failed one is none', () => {
    expect(undoAmong(undo({ id: 15 }))?.id).toBe(15);
    expect(undoAmong(undo({ id: 15, status: 'queued' }))?.id).toBe(15);
    expect(undoAmong(undo({ status: 'failed' }))).toBeUndefined();
    expect(undoAmong(undo({ dryRun: true }))).toBeUndefined();
  });
});
