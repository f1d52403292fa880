import { describe, expect, test } from '@jest/globals';
import { contactType, type MigrationLog } from '@ridgeline/contracts';
import { foldText, isBatchReport, rowsOf } from './log-rows.ts';

const entry = (id: number, difference: Partial<MigrationLog> = {}): MigrationLog => ({
  ...{ id, migrationId: 12, timestamp: '2025-01-02T12:00:00.000Z', level: 'info', message: 'Started' },
  context: {},
  ...difference,
});
const batch = (id: number, context: MigrationLog['context'] = { created: 100 }): MigrationLog =>
  entry(id, { level: 'success', message: `Batch ${id}: written`, context });

const logs = [batch(9), batch(8), batch(7), entry(6, { level: 'warning' }), batch(5), batch(4), entry(3)];

/** Each row in short: a fold with its number of batches, an entry with its id. */
const short = (...[opened, chosen = null]: [readonly number[], (number | null)?]) =>
  rowsOf(logs, new Set(opened), chosen).map((row) =>
    'fold' in row ? `${row.fold}: ${row.batches.length}` : `${row.inFold ? '  ' : ''}${row.log.id}`,
  );

describe('What only reports written batches', () => {
  test('When it is consecutive, then it is one row; whatever else happened stays a row of its own', () => {
    expect(short([])).toEqual(['7: 3', '6', '4: 2', '3']);
    expect(rowsOf([batch(2), entry(1)], new Set(), null)).toMatchObject([
      { log: { id: 2 }, inFold: false },
      { log: { id: 1 } },
    ]);
  });

  test('When a row is opened, or a link leads to one of its entries, then they stand below it', () => {
    expect(short([7])).toEqual(['7: 3', '  9', '  8', '  7', '6', '4: 2', '3']);
    expect(short([], 5)).toEqual(['7: 3', '6', '4: 2', '  5', '  4', '3']);
  });

  test('When another batch is written, then the opened row is still the same', () => {
    expect(rowsOf([batch(10), ...logs], new Set([7]), null)[0]).toMatchObject({ fold: 7, open: true });
  });

  test('When a batch has failures, or an entry names a record or sums up the run, then it is none of them', () => {
    expect(isBatchReport(batch(1))).toBe(true);
    expect(isBatchReport({ ...batch(1), level: 'warning' })).toBe(false);
    expect(isBatchReport({ ...batch(1), name: 'Ann Lee' })).toBe(false);
    expect(isBatchReport(batch(1, { source: 300, created: 300 }))).toBe(false);
    expect(isBatchReport(batch(1, {}))).toBe(false);
  });

  test('Its row says how many batches and records, and what else was written', () => {
    const batches = [batch(1), batch(2, { created: 1000, skipped: 100 })];
    expect(foldText(batches, contactType, 'copy')).toBe('2 batches written, 1,200 records');
    const ties = batch(3, { kind: 'contact_association', created: 7 });
    expect(foldText([...batches, ties], contactType, 'dryRun')).toMatch(
      /^3 batches planned, 1,200 records, 7 /,
    );
    expect(foldText(batches, contactType, 'undo')).toBe('2 batches undone, 1,200 records');
  });
});
