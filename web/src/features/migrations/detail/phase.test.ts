import { describe, expect, test } from '@jest/globals';
import { migrationPhaseSchema } from '@ridgeline/contracts';
import { aMigration } from '../../../testing/a-migration.ts';
import { anAccount } from '../../../testing/an-account.ts';
import { healthText, phaseText } from './phase.ts';

const local = (hour: number, minute: number) => new Date(2025, 0, 2, hour, minute).toISOString();
const now = new Date(2025, 0, 2, 22, 0).getTime();

describe('What is happening', () => {
  test('When a run waits for a vendor, then it says what it waits for', () => {
    const waiting = { phase: 'waiting', waitingFor: "Waiting for HubSpot's limit" } as const;
    expect(phaseText(aMigration(waiting))).toBe("Waiting for HubSpot's limit");
  });

  test('When it is queued, then it says that it waits, and blames no other one', () => {
    expect(phaseText(aMigration({ status: 'queued', phase: null }))).toBe('Waiting for its turn');
  });

  test('Each phase is described in words of its records', () => {
    expect(phaseText(aMigration({ phase: 'reading' }))).toBe('Reading the first contacts from AccuLynx');
    expect(phaseText(aMigration({ phase: 'planning' }))).toBe('Comparing the first contacts with HubSpot');
    expect(phaseText(aMigration())).toBe('Copying contacts to HubSpot');
    expect(phaseText(aMigration({ migrationType: 'jobs' }))).toBe('Copying jobs to HubSpot');
    expect(phaseText(aMigration({ phase: 'finishing' }))).toBe('Checking the last records');
    expect(phaseText(aMigration({ migrationType: 'jobs', phase: 'finishing' }))).toBe(
      'Checking the last records: attaching the contacts to their deals',
    );
    expect(phaseText(aMigration({ status: 'completed', phase: null }))).toBe('Done');
  });

  test('When a user paused it, then it says so, and whether anything is still written', () => {
    expect(phaseText(aMigration({ phase: 'pausing' }))).toContain('are still written');
    expect(phaseText(aMigration({ phase: 'paused' }))).toBe('Paused');
    expect(phaseText(aMigration({ status: 'queued', phase: 'paused' }))).toContain('before it started');
  });

  test('The note says what is wrong and what it means, else that it keeps running', () => {
    expect(healthText(aMigration(), now)).toBe('It keeps running if you close this page.');
    // A worker that hands its run back interrupts nothing.
    expect(healthText(aMigration({ attempt: 2 }), now)).toBe('It keeps running if you close this page.');
    expect(healthText(aMigration({ phase: 'paused' }), now)).toContain('when you resume it');
    expect(healthText(aMigration({ phase: 'waiting', health: 'recovering' }), now)).toContain('Recovering');
    expect(healthText(aMigration({ health: 'stalled' }), now)).toContain('cancel it and start it again');
  });

  test('When a worker was lost, then it says when, that it continues automatically, and that nothing is lost', () => {
    const interruption = { at: local(21, 25), resumedAt: null, times: 1 };
    expect(healthText(aMigration({ interruption, health: 'recovering' }), now)).toBe(
      'Interrupted at 9:25 PM. Recovering, usually within seconds. Nothing is lost or copied twice.',
    );
    const resumed = { ...interruption, resumedAt: local(21, 26) };
    expect(healthText(aMigration({ interruption: resumed }), now)).toBe(
      'Interrupted at 9:25 PM, continued automatically. Nothing was lost or copied twice.',
    );
    const thrice = aMigration({ interruption: { ...resumed, times: 3 }, dryRun: true });
    expect(healthText(thrice, now + 86_400_000)).toBe(
      'Interrupted 3 times, last on Jan 2, 2025, 9:25 PM, continued automatically. Nothing was lost.',
    );
  });

  test('When it waits for a vendor, then it says until when, where that is known', () => {
    const said = (waitingUntil: string | null) =>
      healthText(aMigration({ phase: 'waiting', waitingUntil }), now);
    expect(said(null)).toBe('It resumes automatically; nothing is lost.');
    expect(said(new Date(now + 12_000).toISOString())).toBe(
      'It tries again automatically in 12 s; nothing is lost.',
    );
    expect(said(local(22, 31))).toBe('It tries again automatically at 10:31 PM; nothing is lost.');
    // The time has passed, but nothing has arrived yet.
    expect(said(new Date(now - 1_000).toISOString())).toBe('It resumes automatically; nothing is lost.');
  });

  test('When it failed, then it says that what was written stays', () => {
    expect(phaseText(aMigration({ status: 'failed', failureMessage: 'The key was revoked' }))).toBe(
      'Stopped by an error. What was written stays in HubSpot.',
    );
  });

  test('When it stopped before it read anything, then it says that nothing was written', () => {
    const none = { reconciliation: anAccount({ source: 0, created: 0 }) };
    for (const status of ['failed', 'cancelled'] as const)
      expect(phaseText(aMigration({ status, ...none }))).toContain('Nothing was written to HubSpot.');
  });

  test('When it was cancelled, then it says what is in HubSpot, by whether it had started', () => {
    expect(phaseText(aMigration({ status: 'cancelled' }))).toBe(
      'Cancelled. What was written stays in HubSpot.',
    );
    expect(phaseText(aMigration({ status: 'cancelled', startedAt: null }))).toBe(
      'Cancelled before it started. Nothing was written to HubSpot.',
    );
  });

  test('When it writes no copies, then no phase and no end says that it does', () => {
    const undo = { follows: { migrationId: 3, as: 'undo' } } as const;
    expect(phaseText(aMigration({ dryRun: true }))).toBe('Planning contacts; nothing is written to HubSpot');
    expect(phaseText(aMigration({ dryRun: true, status: 'failed' }))).toBe(
      'Stopped by an error. Nothing was written to HubSpot.',
    );
    expect(phaseText(aMigration(undo))).toBe('Undoing what was written to HubSpot');
    expect(phaseText(aMigration({ ...undo, phase: 'reading' }))).toBe('Reading what was written');
    for (const phase of migrationPhaseSchema.options)
      for (const health of ['healthy', 'stalled', 'recovering'] as const)
        for (const attempt of [1, 2]) {
          const plan = aMigration({ dryRun: true, phase, health, attempt });
          expect(`${phaseText(plan)} ${healthText(plan, now)}`).not.toMatch(
            /copied|Copying|written stays|created/,
          );
        }
  });
});
