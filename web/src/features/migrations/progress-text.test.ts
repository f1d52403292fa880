import { expect, test } from '@jest/globals';
import { aMigration } from '../../testing/a-migration.ts';
import { progressText } from './progress-text.ts';

const nothing = { processedCount: 0, targetCount: 0 };

test.each([
  [{}, '2,000 / 5,000'],
  [{ processedCount: 1_000_000, targetCount: 1_000_000 }, '1,000,000 / 1,000,000'],
  [{ ...nothing, targetCount: 40_000 }, '0 / 40,000'],
  [{ ...nothing, status: 'queued' }, 'Waits for its turn'],
  [{ ...nothing, status: 'running', migrationType: 'jobs' }, 'Counting the jobs'],
  [{ ...nothing, status: 'completed' }, 'AccuLynx has no contacts'],
  [{ ...nothing, status: 'failed' }, 'Nothing was copied'],
  [{ ...nothing, status: 'cancelled', startedAt: null }, 'It did not start'],
] as const)('The progress of %j reads %p', (difference, text) => {
  expect(progressText(aMigration(difference))).toBe(text);
});
