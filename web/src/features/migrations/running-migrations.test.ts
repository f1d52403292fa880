import { describe, expect, test } from '@jest/globals';
import { migrationPhaseSchema } from '@ridgeline/contracts';
import { aMigration } from '../../testing/a-migration.ts';
import { isFinishing, isPaused, isWaiting, phaseOf } from './running-migrations.ts';

describe('The phase that the server tells', () => {
  test('It is trusted, whatever the counts say', () => {
    for (const phase of migrationPhaseSchema.options)
      expect(phaseOf(aMigration({ phase, processedCount: 0, targetCount: 0 }))).toBe(phase);
    expect([isWaiting(aMigration({ phase: 'waiting' })), isWaiting(aMigration())]).toEqual([true, false]);
    const paused = [aMigration({ phase: 'pausing' }), aMigration({ status: 'queued', phase: 'paused' })];
    expect([...paused, aMigration()].map(isPaused)).toEqual([true, true, false]);
    expect([isFinishing(aMigration({ phase: 'finishing' })), isFinishing(aMigration())]).toEqual([
      true,
      false,
    ]);
  });

  test('One that has ended has none, whatever the server said last', () => {
    expect(phaseOf(aMigration({ status: 'failed', phase: 'waiting', waitingFor: 'Waiting' }))).toBeNull();
  });

  test('When a server of the version before tells none, then it writes or waits', () => {
    const { phase, health, ...former } = aMigration();
    expect([phase, health]).toEqual(['writing', 'healthy']);
    const asTold = (json: string) => phaseOf(JSON.parse(json) as ReturnType<typeof aMigration>);
    expect(asTold(JSON.stringify(former))).toBe('writing');
    expect(asTold(JSON.stringify({ ...former, waitingFor: "Waiting for HubSpot's limit" }))).toBe('waiting');
  });
});
