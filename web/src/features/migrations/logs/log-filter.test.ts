import { describe, expect, test } from '@jest/globals';
import { contactType, jobType, type MigrationLog } from '@ridgeline/contracts';
import { countLevels, filterLogs, indexLogs } from './log-filter.ts';
import { heldLines } from './log-view.ts';
import { contextSummary, contextText } from './LogContext.tsx';
import { exportLinks } from './Logs.tsx';

const line = (id: number, level: MigrationLog['level'], message: string, context = {}): MigrationLog => ({
  id,
  migrationId: 12,
  timestamp: '2025-01-02T12:00:00.000Z',
  level,
  message,
  context,
});

const logs = indexLogs(
  [
    line(1, 'info', 'Started'),
    line(2, 'warning', 'The email of José is not valid', { contact: 'AB-1' }),
    line(3, 'error', 'HubSpot refused a contact', { contact: 'AB-2' }),
  ],
  contactType,
);
const idsOf = (found: readonly MigrationLog[]) => found.map(({ id }) => id);

describe('Filtering log lines', () => {
  test('When nothing is asked, then all lines are shown', () => {
    expect(filterLogs(logs, { level: 'all', text: ' ', outcome: null })).toBe(logs.logs);
  });

  test('When a level is chosen, then only its lines are shown', () => {
    expect(idsOf(filterLogs(logs, { level: 'error', text: '', outcome: null }))).toEqual([3]);
  });

  test('When a text is searched, then message and context count, without regard to case', () => {
    expect(idsOf(filterLogs(logs, { level: 'all', text: 'JOSÉ', outcome: null }))).toEqual([2]);
    expect(idsOf(filterLogs(logs, { level: 'all', text: 'ab-', outcome: null }))).toEqual([2, 3]);
    expect(idsOf(filterLogs(logs, { level: 'warning', text: 'ab-2', outcome: null }))).toEqual([]);
  });

  test('When a line is about a record, then it is found by its name and message as they are read', () => {
    const named = indexLogs([{ ...line(1, 'warning', 'no email'), name: 'José Roe' }], contactType);
    expect(idsOf(filterLogs(named, { level: 'all', text: 'roe: NO', outcome: null }))).toEqual([1]);
  });

  test('Lines are counted by level', () => {
    expect(countLevels(logs.logs)).toEqual({ all: 3, info: 1, success: 0, warning: 1, error: 1 });
  });
});

test('When an outcome is chosen, then only lines about its records are shown', () => {
  const records = indexLogs(
    [
      line(1, 'error', 'Refused', { sourceId: 'AB-1', reason: 'invalid_email' }),
      line(2, 'warning', 'Left out', { sourceId: 'AB-2', reason: 'no_email' }),
    ],
    contactType,
  );
  expect(idsOf(filterLogs(records, { level: 'all', outcome: 'failed', text: '' }))).toEqual([1]);
  expect(idsOf(filterLogs(records, { level: 'all', outcome: 'skipped', text: 'ab-2' }))).toEqual([2]);
});

test('A context reads as words; what is empty or part of the message already is left out', () => {
  expect(contextText({ seconds: 3, created: 48, failed: 2, note: null, ids: [1, 2] }, contactType)).toBe(
    'Seconds 3 · Ids [1,2]',
  );
  expect(contextText({ sourceId: '0b54', reason: 'no_email' }, contactType)).toBe(
    'AccuLynx id 0b54 · No email address in AccuLynx',
  );
});

test('A line about what came along says what it is about, in the words of that kind', () => {
  expect(contextText({ kind: 'contact', sourceId: '0b54', reason: 'no_email' }, jobType)).toBe(
    'Contacts · AccuLynx id 0b54 · No email address in AccuLynx',
  );
  expect(
    contextText({ kind: 'job_contact', sourceId: '0b54/1a2b', reason: 'contact_not_in_hubspot' }, jobType),
  ).toBe('Associations · Between 0b54 and 1a2b · The contact is not in HubSpot');
  expect(contextText({ kind: 'job_photo', seconds: 3 }, jobType)).toBe('Job photo · Seconds 3');
  expect(contextText({ kind: 'job', sourceId: '0b54', reason: 'option_missing' }, jobType)).toBe(
    'AccuLynx id 0b54 · HubSpot does not have an option for one of the values',
  );
});

test('Beside a message stands only what it does not say: its record as a link, no reason, field, ids or answer of a vendor', () => {
  const refused = { field: 'city', detail: 'Property values were not valid: [{"isValid":false}]' };
  expect(contextSummary(refused, contactType)).toEqual({ text: '', record: null });
  expect(contextSummary({ sourceId: '0b54', reason: 'no_email' }, contactType)).toEqual({
    text: '',
    record: { kind: 'contact', sourceId: '0b54' },
  });
  expect(contextSummary({ created: 48 }, contactType)).toEqual({ text: '', record: null });
  expect(contextSummary({ kind: 'job_contact', sourceId: '0b54/1a2b' }, jobType)).toEqual({
    text: 'Associations',
    record: null,
  });
  expect(contextSummary({ vendor: 'HubSpot', seconds: 12 }, jobType).text).toBe(
    'Vendor HubSpot · Seconds 12',
  );
});

describe('While a user reads without following', () => {
  test('Then newer lines wait and are counted', () => {
    const held = heldLines(logs.logs, 2);
    expect(idsOf(held.logs)).toEqual([2, 3]);
    expect(held.newer).toBe(1);
  });

  test('When the line that was the newest is gone, or nothing is held, then all are shown', () => {
    expect(heldLines(logs.logs, 99)).toEqual({ logs: logs.logs, newer: 0 });
    expect(heldLines(logs.logs, null).newer).toBe(0);
  });
});

test('What is exported is what is shown; of an outcome its records one by one', () => {
  const view = { level: 'error', outcome: null, text: ' José ' } as const;
  expect(exportLinks(12, view).map(({ href }) => href)).toEqual([
    '/api/migrations/12/logs.csv?search=Jos%C3%A9&level=error',
    '/api/migrations/12/logs.ndjson?search=Jos%C3%A9&level=error',
  ]);
  expect(exportLinks(12, { level: 'all', outcome: 'failed', text: '' })[0]?.href).toBe(
    '/api/migrations/12/outcomes.csv?outcome=failed',
  );
});
