import { contactType, jobContactKind, jobType } from '@ridgeline/contracts';
import { LogLevel } from '@ridgeline/events';
import { describe, expect, test } from '@jest/globals';
import type { LogEntry } from '../base/log-entry.ts';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import { beginExecution, failure } from '../plans/execution.ts';
import { sharedWarning, type PlannedRecord, type RecordWarning } from '../plans/planned-record.ts';
import type { KindRole, KindRules } from '../pipeline/run-kinds.ts';
import { batchLog } from './batch-log.ts';

const ofKind = (type: KindRules['rules']['type'], role: KindRole = 'own'): KindRules => ({
  role,
  rules: { ...contactMigration, type },
});

/** So many records of which each is unchanged, and has this warning. */
const warned = (count: number, warning: (name: string) => RecordWarning): PlannedRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    sourceId: `w-${String(index)}`,
    action: 'unchanged',
    hubspotId: String(index),
    warnings: [warning(`Job ${String(index)}`)],
  }));

const skipped: PlannedRecord = {
  sourceId: 's',
  action: 'skip',
  reason: 'merged_in_hubspot',
  message: 'Job S: merged',
  warnings: [],
};

const missing = (label: string) => (name: string) =>
  sharedWarning('option_missing', name, `HubSpot has no option "${label}"`);
const inUse = (name: string): RecordWarning => ({ code: 'email_in_use', message: `${name}: in use` });
const otherEmails = (name: string) => sharedWarning('other_emails', name, 'others stand elsewhere');

/** The lines of batch 3, which holds these records. */
function linesOf(records: readonly PlannedRecord[], kind: KindRules, failed = 0): readonly LogEntry[] {
  const about = { batch: 3, revision: 1, kind: kind.rules.type.name, cursor: null } as const;
  const execution = beginExecution({ ...about, pass: 'records', records });
  for (let index = 0; index < failed; index += 1)
    execution.outcomes.set(
      `f-${String(index)}`,
      failure(`Job F${String(index)}`, { reason: 'refused', words: 'no' }),
    );
  return batchLog(execution, kind).slice(1);
}

const words = (lines: readonly LogEntry[]) => lines.map(({ message }) => message);

describe("The lines of a batch's records", () => {
  test('When there is more to tell than a batch has lines, then failures and skipped records come before warnings', () => {
    const lines = linesOf([...warned(60, inUse), skipped], ofKind(jobType), 2);
    expect(words(lines).slice(0, 4)).toEqual(['Job F0: no', 'Job F1: no', 'Job S: merged', 'Job 0: in use']);
    expect(lines).toHaveLength(41);
    expect(lines.at(-1)?.message).toBe('Batch 3: 23 more notes like these are left out of this log');
  });

  test('When many records share a warning, then one line tells of all; a few are told one by one', () => {
    const records = [...warned(4, missing('Gutters')), ...warned(3, missing('Solar')).map(renamed)];
    const lines = linesOf(records, ofKind(jobType));
    expect(lines.map(({ message, level }) => [message, level])).toEqual([
      ['Batch 3, 4 jobs: HubSpot has no option "Gutters"', LogLevel.WARNING],
      ...[0, 1, 2].map((index) => [`Job ${String(index)}: HubSpot has no option "Solar"`, LogLevel.WARNING]),
    ]);
    expect(lines[0]?.contextJson).toBe('{"reason":"option_missing"}');
    expect(lines[1]?.contextJson).toBe('{"sourceId":"x-w-0","reason":"option_missing"}');
    expect(new Set(lines.map(({ id }) => id)).size).toBe(4);
  });

  test('When values only stand elsewhere, then a batch has one line of information, behind all warnings', () => {
    const records = [...warned(2, otherEmails), ...warned(1, inUse).map(renamed)];
    expect(linesOf(records, ofKind(contactType))).toMatchObject([
      { message: 'Job 0: in use', level: LogLevel.WARNING },
      { message: 'Batch 3, 2 contacts: others stand elsewhere', level: LogLevel.INFO },
    ]);
    expect(linesOf(warned(1, otherEmails), ofKind(contactType))).toMatchObject([
      { message: 'Job 0: others stand elsewhere', level: LogLevel.INFO },
    ]);
  });

  test.each([
    ['companion', contactType],
    ['later', jobContactKind],
  ] as const)(
    "When they are another kind than the migration's own, the %s, then each line says so",
    (role, type) => {
      const records = [...warned(4, missing('Solar')), ...warned(45, inUse).map(renamed), skipped];
      const kinds = linesOf(records, ofKind(type, role), 1).map(({ contextJson }) => kindIn(contextJson));
      expect(kinds).toEqual(Array.from({ length: 41 }, () => type.name));
      const own = linesOf(records, ofKind(type), 1).map(({ contextJson }) => kindIn(contextJson));
      expect([...new Set(own)]).toEqual([undefined]);
    },
  );
});

test('When a companion settles its e-mail, then its line says whose it is', () => {
  const execution = beginExecution({
    batch: 5,
    revision: 1,
    kind: contactType.name,
    pass: 'settle',
    cursor: null,
    records: [
      {
        ...{ sourceId: 'c', action: 'unchanged', hubspotId: '1', warnings: [] },
        deferred: { property: 'email', value: 'a@b.com', name: 'Ann', properties: {} },
      },
    ],
  });
  const [line] = batchLog(execution, ofKind(contactType, 'companion'));
  expect(line?.contextJson).toBe('{"kind":"contact","sourceId":"c","reason":null}');
});

const renamed = (record: PlannedRecord): PlannedRecord => ({ ...record, sourceId: `x-${record.sourceId}` });

const kindIn = (contextJson: string): unknown => (JSON.parse(contextJson) as { kind?: string }).kind;
