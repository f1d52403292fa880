import { describe, expect, test } from '@jest/globals';
import type { MigrationLog } from '@ridgeline/contracts';
import { contextText, countLevels, filterLogs, indexLogs } from './log-filter.ts';

const line = (id: number, level: MigrationLog['level'], message: string, context = {}): MigrationLog => ({
  id,
  migrationId: 12,
  timestamp: '2025-01-02T12:00:00.000Z',
  level,
  message,
  context,
});

const logs = indexLogs([
  line(1, 'info', 'Started'),
  line(2, 'warning', 'The e-mail of José is not valid', { contact: 'AB-1' }),
  line(3, 'error', 'HubSpot refused a contact', { contact: 'AB-2', batch: 3 }),
]);
const idsOf = (found: readonly { log: MigrationLog }[]) => found.map(({ log }) => log.id);

describe('Filtering log lines', () => {
  test('When nothing is asked, then all lines are shown', () => {
    expect(filterLogs(logs, { level: 'all', text: ' ' })).toBe(logs);
  });

  test('When a level is chosen, then only its lines are shown', () => {
    expect(idsOf(filterLogs(logs, { level: 'error', text: '' }))).toEqual([3]);
  });

  test('When a text is searched, then message and context count, without regard to case', () => {
    expect(idsOf(filterLogs(logs, { level: 'all', text: 'JOSÉ' }))).toEqual([2]);
    expect(idsOf(filterLogs(logs, { level: 'all', text: 'ab-' }))).toEqual([2, 3]);
    expect(idsOf(filterLogs(logs, { level: 'warning', text: 'ab-2' }))).toEqual([]);
  });

  test('Lines are counted by level', () => {
    expect(countLevels(logs)).toEqual({ all: 3, info: 1, success: 0, warning: 1, error: 1 });
  });
});

test('A context reads as names and values; empty ones are left out', () => {
  expect(contextText({ batch: 3, contact: 'AB-1', reason: null, ids: [1, 2] })).toBe(
    'batch 3 · contact AB-1 · ids [1,2]',
  );
});
