import { expect, test } from '@jest/globals';
import { columnNames, readColumns, withColumn, writtenColumns } from './columns.tsx';

test('There are fourteen columns, of which nine are shown unless something else was chosen', () => {
  expect(columnNames).toHaveLength(14);
  expect(readColumns(null)).toEqual([
    'name',
    'status',
    'acculynx',
    'hubspot',
    'event-processor',
    'sync-contacts',
    'sync-jobs',
    'creator',
    'updated',
  ]);
});

test('A choice is read as it was written, in the order of the columns', () => {
  const chosen = withColumn(withColumn(readColumns(null), 'portal-id', true), 'status', false);
  expect(readColumns(writtenColumns(chosen))).toEqual(chosen);
  expect(chosen.indexOf('portal-id')).toBeLessThan(chosen.indexOf('creator'));
  expect(chosen).not.toContain('status');
});

test('The name stays whatever was chosen, and columns that there are not are left out', () => {
  expect(readColumns('hubspot.nonsense')).toEqual(['name', 'hubspot']);
  expect(readColumns('')).toEqual(['name']);
  expect(withColumn(['name', 'status'], 'name', false)).toEqual(['name', 'status']);
});
