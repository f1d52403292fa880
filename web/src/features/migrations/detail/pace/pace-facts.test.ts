import { describe, expect, test } from '@jest/globals';
import type { Migration, Throughput } from '@ridgeline/contracts';
import { aMigration } from '../../../../testing/a-migration.ts';
import { paceOf } from './pace-facts.ts';

const now = Date.parse('2025-01-02T12:01:00.000Z');
const told = (seconds: number, records: number): Throughput => ({
  at: new Date(now).toISOString(),
  from: null,
  stepMs: 2_000,
  records: [],
  recent: { since: new Date(now - seconds * 1_000).toISOString(), records },
});
const valuesOf = (difference: Partial<Migration>, answer?: Throughput) =>
  paceOf(aMigration(difference), { samples: [], told: answer, now }).facts.map(({ value }) => value);

describe('Pace and forecast', () => {
  test('For five seconds after the first records they are estimated, and not guessed', () => {
    expect(valuesOf({}, told(4, 400))).toEqual(['Estimating…', 'Estimating…', '20 seconds ago']);
  });

  test('When nothing comes after the first records, then it says so, and promises no pace', () => {
    const reasonOf = (difference: Partial<Migration>) =>
      paceOf(aMigration(difference), { samples: [], told: told(4, 400), now }).reason;
    expect(reasonOf({ lastActivityAt: '2025-01-02T12:00:43.000Z' })).toBe(
      'No updates for 17 s; speed unknown.',
    );
    const soon = 'Speed appears 5 seconds after the first records.';
    expect(reasonOf({ lastActivityAt: '2025-01-02T12:00:58.000Z' })).toBe(soon);
    expect(reasonOf({ processedCount: 0 })).toBe(soon);
  });

  test('Then they come from what was counted, also in a page that was just opened', () => {
    const { facts, reason } = paceOf(aMigration(), { samples: [], told: told(15, 1500), now });
    expect(facts.slice(0, 2).map(({ value }) => value)).toEqual(['100.0', '1 min']);
    expect(reason).toBe('3,000 left, at the speed of the last minutes.');
  });

  test('When jobs are still read, then neither a pace of zero nor a dash is shown', () => {
    const reading = { phase: 'reading', processedCount: 0, migrationType: 'jobs' } as const;
    expect(valuesOf(reading, told(15, 0)).slice(0, 2)).toEqual(['Estimating…', 'Estimating…']);
  });

  test('When the end is far, then it is shown in steps that can be read', () => {
    const left = (targetCount: number) => valuesOf({ targetCount }, told(15, 1500))[1];
    // The run counted 2,000 in 58 s: by a quarter 100 a second, else 34.5.
    expect([left(2100), left(5000), left(40_000), left(400_000)]).toEqual([
      '5 s',
      '1 min',
      '12 min 30 s',
      '2 h 10 min',
    ]);
  });

  test('When all is handled or something holds it up, then there is neither', () => {
    expect(valuesOf({ processedCount: 5000, phase: 'finishing' }, told(15, 1500)).slice(0, 2)).toEqual([
      '–',
      'A moment',
    ]);
    const waiting = { phase: 'waiting', waitingFor: "Waiting for HubSpot's limit" } as const;
    expect(valuesOf(waiting).slice(0, 2)).toEqual(['Waiting', 'Waiting']);
    expect(valuesOf({ phase: 'paused' }).slice(0, 2)).toEqual(['Paused', 'Paused']);
  });

  test('At the end the time and the average agree to the digit', () => {
    expect(
      valuesOf({
        status: 'completed',
        processedCount: 400,
        startedAt: '2025-01-02T12:00:00.000Z',
        completedAt: '2025-01-02T12:00:02.100Z',
      }),
    ).toEqual(['190.5', '2.1 s']);
  });
});
