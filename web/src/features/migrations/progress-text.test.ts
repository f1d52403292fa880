import { expect, test } from '@jest/globals';
import { aMigration } from '../../testing/a-migration.ts';
import { progressNote, progressText } from './ProgressCell.tsx';

const undone = { migrationId: 3, as: 'undo' } as const;
const nothing = { processedCount: 0, targetCount: 0 };

test.each([
  [{}, '2,000 / 5,000', null],
  [{ processedCount: 1_000_000, targetCount: 1_000_000 }, '1,000,000 / 1,000,000', null],
  [{ ...nothing, targetCount: 40_000 }, '0 / 40,000', null],
  [{ ...nothing, status: 'queued' }, '0 / 0', 'Waits for its turn'],
  [{ ...nothing, status: 'running', migrationType: 'jobs' }, '0 / 0', 'Counting the jobs'],
  [{ ...nothing, status: 'completed' }, '0 / 0', 'AccuLynx has no contacts'],
  [{ ...nothing, status: 'failed' }, '0 / 0', 'Nothing was copied'],
  [{ ...nothing, status: 'failed', dryRun: true }, '0 / 0', 'Nothing was planned'],
  [{ ...nothing, status: 'completed', follows: undone }, '0 / 0', 'Nothing to undo'],
  [{ ...nothing, status: 'cancelled', startedAt: null }, '0 / 0', 'It did not start'],
] as const)('The progress of %j reads %p, and beside it %p', (difference, text, note) => {
  expect(progressText(aMigration(difference))).toBe(text);
  expect(progressNote(aMigration(difference))).toBe(note);
});
