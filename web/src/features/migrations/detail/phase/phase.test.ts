import { describe, expect, test } from '@jest/globals';
import { aMigration } from '../../../../testing/a-migration.ts';
import { isInLastSteps, isPaused, phaseText } from './phase.ts';

describe('What is happening', () => {
  test('When a run is held up, then it says what it waits for', () => {
    expect(phaseText(aMigration({ waitingFor: "Waiting for HubSpot's limit" }))).toBe(
      "Waiting for HubSpot's limit",
    );
  });

  test('When a run is held up, then it is paused; one that has ended is not, whatever held it up last', () => {
    expect(isPaused(aMigration({ waitingFor: "Waiting for HubSpot's limit" }))).toBe(true);
    expect(isPaused(aMigration())).toBe(false);
    expect(isPaused(aMigration({ status: 'failed', waitingFor: 'Waiting' }))).toBe(false);
  });

  test('When nothing was handled yet, then it reads; afterwards it copies', () => {
    expect(phaseText(aMigration({ processedCount: 0 }))).toBe('Reading the first contacts from AccuLynx');
    expect(phaseText(aMigration())).toBe('Copying contacts to HubSpot');
    expect(phaseText(aMigration({ migrationType: 'jobs' }))).toBe('Copying jobs to HubSpot');
  });

  test('When all jobs are handled and it still runs, then it says what follows upon them', () => {
    const all = { migrationType: 'jobs', processedCount: 5000 } as const;
    expect(phaseText(aMigration(all))).toBe(
      'Checking the last records: attaching the contacts to their deals',
    );
    expect(phaseText(aMigration({ ...all, migrationType: 'contacts' }))).toBe('Checking the last records');
    expect(phaseText(aMigration({ ...all, status: 'completed' }))).toBe('Done');
  });

  test('When nothing is announced yet, or more came than was, then these are not the last steps', () => {
    expect(isInLastSteps(aMigration({ processedCount: 0, targetCount: 0 }))).toBe(false);
    expect(isInLastSteps(aMigration({ processedCount: 5001 }))).toBe(false);
  });

  test('When it failed, then it says that what was written stays', () => {
    expect(phaseText(aMigration({ status: 'failed', failureMessage: 'The key was revoked' }))).toBe(
      'Stopped by an error. What was written stays in HubSpot.',
    );
  });

  test('When it was cancelled, then it says what became of HubSpot, by whether it had started', () => {
    expect(phaseText(aMigration({ status: 'cancelled' }))).toBe(
      'Cancelled. What was written stays in HubSpot.',
    );
    expect(phaseText(aMigration({ status: 'cancelled', startedAt: null }))).toBe(
      'Cancelled before it started. Nothing was written to HubSpot.',
    );
  });
});
