import { describe, expect, test } from '@jest/globals';
import { logLevelSchema, outcomeKinds } from '@ridgeline/contracts';
import type { ReportedOutcome, SourceAccount } from '@ridgeline/contracts/internal';
import { eventEnvelope } from './envelope.ts';
import { decodeValue, outgoingEvent } from './event.ts';
import { LogLevel, OutcomeKind, type RunReport } from './gen/ridgeline/migration/v1/report_pb.ts';
import {
  logLevelNumbers,
  logLevelOf,
  outcomeFromWire,
  outcomeToWire,
  sourceFromWire,
  sourceToWire,
} from './run-report.ts';
import { topics } from './topics.ts';

type Report = NonNullable<
  Parameters<typeof outgoingEvent<typeof topics.migrationReport.schema>>[1]['value']['report']
>;

/** A report as its reader receives it. */
function sent(report: Report): RunReport['report'] {
  const event = { key: '1', value: { migrationId: 1, report }, envelope: eventEnvelope('acme') };
  return decodeValue(topics.migrationReport, outgoingEvent(topics.migrationReport, event).value).report;
}

const bare = { hubspotId: null, name: null, reason: null, message: null, detail: null, field: null };
const full = {
  hubspotId: '7',
  name: 'Ann',
  reason: 'no',
  message: 'not yet',
  detail: 'said',
  field: 'email',
};

describe('What a worker reports', () => {
  test('When outcomes of every kind are reported, with and without texts, then they arrive as they were', () => {
    const outcomes: ReportedOutcome[] = outcomeKinds.flatMap((outcome) => [
      { ...bare, outcome, sourceId: 'a', warnings: [] },
      { ...full, outcome, sourceId: 'b', warnings: ['email_in_use'] },
    ]);
    const report = sent({ case: 'batchDone', value: { batch: 1, outcomes: outcomes.map(outcomeToWire) } });
    expect(report.case === 'batchDone' && report.value.outcomes.map(outcomeFromWire)).toEqual(outcomes);
  });

  test('When an outcome has no kind, then it is none', () => {
    const outcomes = [{ sourceId: 'a', kind: OutcomeKind.UNSPECIFIED }];
    const report = sent({ case: 'batchDone', value: { batch: 1, outcomes } });
    expect(report.case === 'batchDone' && report.value.outcomes.map(outcomeFromWire)).toEqual([null]);
  });

  test.each<SourceAccount>([
    { read: 3, countedBySource: null, foundAtEnd: null, heldStill: null },
    { read: 0, countedBySource: 0, foundAtEnd: 0, heldStill: false },
    { read: 5, countedBySource: 6, foundAtEnd: 5, heldStill: true },
  ])('When a run has ended, then what is known of its source arrives as it was: %j', (source) => {
    const report = sent({ case: 'finished', value: sourceToWire(source) });
    expect(report.case === 'finished' && sourceFromWire(report.value)).toEqual(source);
  });

  test('When a line has a level, then it keeps it; of an unknown number there is none', () => {
    expect(logLevelSchema.options.map((level) => logLevelOf(logLevelNumbers[level]))).toEqual(
      logLevelSchema.options,
    );
    expect(logLevelOf(LogLevel.UNSPECIFIED)).toBeNull();
  });
});
