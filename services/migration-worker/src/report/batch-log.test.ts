import { contactType, failureTexts, jobContactKind, type OutcomeKind } from '@ridgeline/contracts';
import { LogLevel } from '@ridgeline/events';
import { describe, expect, test } from '@jest/globals';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import type { KindRules } from '../pipeline/run-kinds.ts';
import { beginExecution, failure, type Execution } from '../plans/execution.ts';
import { batchLog } from './batch-log.ts';

const companions: KindRules = { role: 'companion', rules: contactMigration };
const associations: KindRules = {
  role: 'follow-up',
  rules: {
    type: jobContactKind,
    openTarget: (hubspot) => contactMigration.openTarget(hubspot),
  },
};

/** This many outcomes of each type, for a batch of this kind of record. */
function executed(kind: string, counts: Partial<Record<OutcomeKind, number>>): Execution {
  const execution = beginExecution({
    batch: 40,
    revision: 1,
    kind,
    pass: 'records',
    cursor: null,
    records: [],
  });
  for (const [outcome, count] of Object.entries(counts))
    for (let index = 0; index < count; index += 1)
      execution.outcomes.set(`${outcome}-${String(index)}`, {
        outcome: outcome as OutcomeKind,
        ...{ hubspotId: '1', name: 'Ann', reason: null, message: null, detail: null, field: null },
      });
  return execution;
}

const line = (execution: Execution, kind: KindRules) => batchLog(execution, kind)[0];

describe("A batch's line says what it holds", () => {
  test("When it holds the migration's own records, then it is enough to count them", () => {
    const own = line(executed(contactType.name, { created: 12 }), { role: 'own', rules: contactMigration });
    expect(own).toMatchObject({
      id: 'batch-40',
      message: 'Batch 40: 12 created',
      contextJson: '{"created":12}',
    });
  });

  test('When it holds records that come along, then it says so', () => {
    expect(line(executed(contactType.name, { created: 12, skipped: 1 }), companions)).toMatchObject({
      message: 'Batch 40, contacts that come along: 12 created, 1 skipped',
      contextJson: '{"kind":"contact","created":12,"skipped":1}',
    });
  });

  test('When it holds associations, then they are made or present, in numbers that people can read', () => {
    const pack = executed(jobContactKind.name, { created: 1_990, unchanged: 3, failed: 1 });
    expect(line(pack, associations)).toMatchObject({
      message: 'Batch 40, associations: 1,990 made, 3 present, 1 failed',
      level: LogLevel.WARNING,
    });
  });

  test('When none of it was done, then it says that', () => {
    expect(line(executed(contactType.name, {}), companions)).toMatchObject({
      message: 'Batch 40, contacts that come along: nothing was done',
    });
  });
});

test('When an association fails, then its line is a warning: the record itself has gone over', () => {
  const pack = executed(jobContactKind.name, {});
  const { words: message } = failureTexts('association').refused;
  const refused = { reason: 'refused', message, detail: null, field: null } as const;
  pack.outcomes.set('1/2', failure({ sourceId: '1/2', name: 'Roof of Ann' }, refused));
  const level = (kind: KindRules) => batchLog(pack, kind)[1];
  expect(level(associations)).toMatchObject({
    level: LogLevel.WARNING,
    name: 'Roof of Ann',
    message: 'HubSpot refused it',
  });
  expect(level(companions)).toMatchObject({ level: LogLevel.ERROR });
});

test('When many of a large pack fail, then each hundred of its records has as many lines as a batch of a hundred', () => {
  const ids = Array.from({ length: 250 }, (_, index) => `1/${String(index)}`);
  const execution = beginExecution({
    batch: 40,
    revision: 1,
    kind: jobContactKind.name,
    pass: 'records',
    cursor: null,
    records: ids.map((sourceId) => ({
      sourceId,
      name: sourceId,
      action: 'create',
      warnings: [],
      properties: {},
    })),
  });
  const refused = { reason: 'refused', message: 'HubSpot refused it', detail: null, field: null } as const;
  for (const sourceId of ids)
    execution.outcomes.set(sourceId, failure({ sourceId, name: sourceId }, refused));
  const lines = batchLog(execution, associations);
  expect(lines).toHaveLength(1 + 120 + 1);
  expect(lines.at(-1)?.message).toBe('Batch 40: 130 more notes like these are left out of this log');
});
