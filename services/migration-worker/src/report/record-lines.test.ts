import { contactType, jobContactKind, jobType, logSentence } from '@ridgeline/contracts';
import type { PlannedRecord, RecordWarning } from '@ridgeline/contracts/internal';
import { LogLevel } from '@ridgeline/events';
import { describe, expect, test } from '@jest/globals';
import type { LogEntry } from '../base/log-entry.ts';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import { beginExecution, failure, type FailureReason } from '../plans/execution.ts';
import { sharedWarning } from '../plans/planned-record.ts';
import type { KindRole, KindRules } from '../pipeline/run-kinds.ts';
import { batchLog } from './batch-log.ts';

const ofKind = (type: KindRules['rules']['type'], role: KindRole = 'own'): KindRules => ({
  role,
  rules: { ...contactMigration, type },
});

/** So many records of which each is unchanged, and has this warning. */
const warned = (count: number, warning: RecordWarning): PlannedRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    sourceId: `w-${String(index)}`,
    name: `Job ${String(index)}`,
    action: 'unchanged',
    hubspotId: String(index),
    warnings: [warning],
  }));

const skipped: PlannedRecord = {
  sourceId: 's',
  action: 'skip',
  reason: 'merged_in_hubspot',
  name: 'Job S',
  message: 'merged',
  warnings: [],
};

const missing = (label: string) =>
  sharedWarning('option_missing', `HubSpot has no option "${label}"`, 'acculynx_trades');
const inUse: RecordWarning = { code: 'email_in_use', message: 'in use' };
const otherEmails = sharedWarning('other_emails', 'others stand elsewhere');

const plan = { batch: 3, revision: 1, cursor: null, pass: 'records' } as const;

/** The lines of batch 3, which holds these records. */
function linesOf(records: readonly PlannedRecord[], kind: KindRules, failed = 0): readonly LogEntry[] {
  const execution = beginExecution({ ...plan, kind: kind.rules.type.name, records });
  for (let index = 0; index < failed; index += 1)
    execution.outcomes.set(
      `f-${String(index)}`,
      failure(
        { sourceId: `f-${String(index)}`, name: `Job F${String(index)}` },
        { reason: 'refused', message: 'no', detail: null, field: null },
      ),
    );
  return batchLog(execution, kind).slice(1);
}

/** Log entries as users read them. */
const sentences = (lines: readonly LogEntry[]) => lines.map(logSentence);

describe("The lines of a batch's records", () => {
  test('When HubSpot refuses a record, then its line is made from the facts, which it holds', () => {
    const execution = beginExecution({ ...plan, kind: jobType.name, records: [] });
    const refused = (field: string | null): FailureReason => ({
      ...{ reason: 'invalid_value', message: 'HubSpot does not accept the value', field },
      detail: 'Property values were not valid: no',
    });
    // Two records with the same name, which contains the separator between a name and its message.
    for (const [sourceId, field] of [
      ['a', 'dealname'],
      ['b', null],
    ] as const)
      execution.outcomes.set(sourceId, failure({ sourceId, name: 'Roe: Roof' }, refused(field)));
    const lines = batchLog(execution, ofKind(jobType)).slice(1);
    expect(sentences(lines)).toEqual([
      'Roe: Roof: HubSpot does not accept the value',
      // Without a field, the vendor's text is the only explanation.
      'Roe: Roof: HubSpot does not accept the value: Property values were not valid: no',
    ]);
    expect(lines.map(({ name }) => name)).toEqual(['Roe: Roof', 'Roe: Roof']);
    const facts = { reason: 'invalid_value', detail: 'Property values were not valid: no' };
    const atFault = { field: 'dealname', words: 'HubSpot does not accept the value' };
    expect(lines.map(contextOf)).toEqual([
      { ...facts, sourceId: 'a', ...atFault },
      { ...facts, sourceId: 'b' },
    ]);
  });

  test('When a plan is of a release whose texts name their records, then its lines are these texts', () => {
    const former = { ...skipped, name: '', message: 'Job S: merged' };
    const [line] = linesOf([former], ofKind(jobType));
    expect(line).toMatchObject({ name: '', message: 'Job S: merged' });
    expect(contextOf(line)).toEqual({ sourceId: 's', reason: 'merged_in_hubspot' });
  });

  test('When there is more to tell than a batch has lines, then failures and skipped records come before warnings', () => {
    const lines = linesOf([...warned(60, inUse), skipped], ofKind(jobType), 2);
    expect(sentences(lines).slice(0, 4)).toEqual([
      'Job F0: no',
      'Job F1: no',
      'Job S: merged',
      'Job 0: in use',
    ]);
    expect(lines).toHaveLength(41);
    expect(lines.at(-1)?.message).toBe('Batch 3: 23 more notes like these are left out of this log');
  });

  test('When many records share a warning, then they share one line; a few have a line each', () => {
    const records = [...warned(4, missing('Gutters')), ...warned(3, missing('Solar')).map(renamed)];
    const lines = linesOf(records, ofKind(jobType));
    expect(lines.map(({ name, message, level }) => [name, message, level])).toEqual([
      ['', 'Batch 3, 4 jobs: HubSpot has no option "Gutters"', LogLevel.WARNING],
      ...[0, 1, 2].map((index) => [
        `Job ${String(index)}`,
        'HubSpot has no option "Solar"',
        LogLevel.WARNING,
      ]),
    ]);
    expect(contextOf(lines[0])).toEqual({
      reason: 'option_missing',
      words: 'HubSpot has no option "Gutters"',
      field: 'acculynx_trades',
    });
    expect(contextOf(lines[1])).toEqual({
      sourceId: 'x-w-0',
      reason: 'option_missing',
      words: 'HubSpot has no option "Solar"',
      field: 'acculynx_trades',
    });
    expect(new Set(lines.map(({ id }) => id)).size).toBe(4);
  });

  test('When values only stand elsewhere, then a batch has one line of information, behind all warnings', () => {
    const records = [...warned(2, otherEmails), ...warned(1, inUse).map(renamed)];
    expect(linesOf(records, ofKind(contactType))).toMatchObject([
      { name: 'Job 0', message: 'in use', level: LogLevel.WARNING },
      { message: 'Batch 3, 2 contacts: others stand elsewhere', level: LogLevel.INFO },
    ]);
    expect(linesOf(warned(1, otherEmails), ofKind(contactType))).toMatchObject([
      { name: 'Job 0', message: 'others stand elsewhere', level: LogLevel.INFO },
    ]);
  });

  test.each([
    ['companion', contactType],
    ['follow-up', jobContactKind],
  ] as const)(
    "When they are another kind than the migration's own, the %s, then each line says so",
    (role, type) => {
      const records = [...warned(4, missing('Solar')), ...warned(45, inUse).map(renamed), skipped];
      const kinds = linesOf(records, ofKind(type, role), 1).map((line) => contextOf(line)['kind']);
      expect(kinds).toEqual(Array.from({ length: 41 }, () => type.name));
      const own = linesOf(records, ofKind(type), 1).map((line) => contextOf(line)['kind']);
      expect([...new Set(own)]).toEqual([undefined]);
    },
  );
});

test('When a companion settles its email, then its line says whose it is', () => {
  const execution = beginExecution({
    batch: 5,
    revision: 1,
    kind: contactType.name,
    pass: 'settle',
    cursor: null,
    records: [
      {
        ...{ sourceId: 'c', name: 'Ann', action: 'unchanged', hubspotId: '1', warnings: [] },
        deferred: { property: 'email', value: 'a@b.com', name: 'Ann', properties: {} },
      },
    ],
  });
  const [line] = batchLog(execution, ofKind(contactType, 'companion'));
  expect(line?.name).toBe('Ann');
  expect(line?.message).toMatch(/^gets the email address a@b\.com after all/);
  expect(contextOf(line)).toMatchObject({ kind: 'contact', sourceId: 'c' });
});

const renamed = (record: PlannedRecord): PlannedRecord => ({ ...record, sourceId: `x-${record.sourceId}` });

const contextOf = (line: LogEntry | undefined) =>
  JSON.parse(line?.contextJson ?? '{}') as Readonly<Record<string, unknown>>;
