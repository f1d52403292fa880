import { describe, expect, test } from '@jest/globals';
import { contactType, jobType, type MigrationLog, type OutcomeKind } from '@ridgeline/contracts';
import { outcomeNote, outcomesToldBy } from './log-filter.ts';

const line = (level: MigrationLog['level'], context: MigrationLog['context']): MigrationLog => ({
  id: 1,
  migrationId: 12,
  timestamp: '2025-01-02T12:00:00.000Z',
  level,
  message: 'It happened',
  context,
});

const batch = line('warning', { created: 48, updated: 0, unchanged: 0, skipped: 1, failed: 1 });
const failed = line('error', { sourceId: '0b54', reason: 'invalid_option' });
const skipped = line('warning', { sourceId: '0b55', reason: 'no_email' });
const copiedWithout = line('warning', { sourceId: '0b56', reason: 'email_shared' });

const tellsOf = (log: MigrationLog, outcome: OutcomeKind) =>
  outcomesToldBy(log, contactType).includes(outcome);

describe('The outcome that a log line reports', () => {
  test('A refused record is one that failed, and a batch with a failure is not', () => {
    expect([batch, failed, skipped, copiedWithout].filter((one) => tellsOf(one, 'failed'))).toEqual([failed]);
  });

  test('A warning about a record that was copied anyway is not a skipped record', () => {
    expect([batch, failed, skipped, copiedWithout].filter((one) => tellsOf(one, 'skipped'))).toEqual([
      skipped,
    ]);
  });

  test('Records that arrived are found by their batch, and only where there are some', () => {
    expect(tellsOf(batch, 'created')).toBe(true);
    expect(tellsOf(batch, 'updated')).toBe(false);
    expect(tellsOf(line('success', { source: 50, created: 50 }), 'created')).toBe(false);
  });

  test('What came along with jobs is none of the outcomes of jobs', () => {
    const ofContacts = [batch, failed, skipped].map(({ level, context }) =>
      line(level, { ...context, kind: 'contact' }),
    );
    expect(ofContacts.flatMap((one) => outcomesToldBy(one, jobType))).toEqual([]);
    expect(
      outcomesToldBy(line('error', { sourceId: 'j1', reason: 'refused', kind: 'job' }), jobType),
    ).toEqual(['failed']);
    const merged = line('warning', { sourceId: 'j2', reason: 'id_changed_in_hubspot' });
    expect(outcomesToldBy(merged, jobType)).toEqual(['skipped']);
    expect(outcomesToldBy(merged, contactType)).toEqual([]);
  });

  test('When not every record is named, then the list says so', () => {
    expect(outcomeNote('failed', 60, 40)).toContain('40 of 60 failed records are named');
    expect(outcomeNote('failed', 3, 3)).toBeNull();
    expect(outcomeNote('created', 5000, 100)).toContain('not logged one by one');
  });
});
