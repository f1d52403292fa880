import { logLevelSchema, outcomeKinds, type LogLevel, type OutcomeKind } from '@ridgeline/contracts';
import type { ReportedOutcome, SourceAccount } from '@ridgeline/contracts/internal';
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  LogLevel as WireLevel,
  OutcomeKind as WireKind,
  type RecordOutcome,
  type RecordOutcomeSchema,
  type RunFinished,
  type RunFinishedSchema,
} from './gen/ridgeline/migration/v1/report_pb.ts';

/*
 * Converts a worker's report about a run between the contract and the wire, where an empty text means none, and an enum may
 * have a number that this release does not know.
 */

const kindNumbers: Readonly<Record<OutcomeKind, WireKind>> = {
  created: WireKind.CREATED,
  updated: WireKind.UPDATED,
  unchanged: WireKind.UNCHANGED,
  removed: WireKind.REMOVED,
  skipped: WireKind.SKIPPED,
  failed: WireKind.FAILED,
};

/** The numbers of log levels. */
export const logLevelNumbers: Readonly<Record<LogLevel, WireLevel>> = {
  info: WireLevel.INFO,
  success: WireLevel.SUCCESS,
  warning: WireLevel.WARNING,
  error: WireLevel.ERROR,
};

/** The log level with a number, or null. */
export const logLevelOf = (number: WireLevel): LogLevel | null =>
  logLevelSchema.options.find((level) => logLevelNumbers[level] === number) ?? null;

export const outcomeToWire = ({ outcome, warnings, ...facts }: ReportedOutcome) =>
  ({
    sourceId: facts.sourceId,
    kind: kindNumbers[outcome],
    hubspotId: facts.hubspotId ?? '',
    reason: facts.reason ?? '',
    warnings: [...warnings],
    name: facts.name ?? '',
    message: facts.message ?? '',
    detail: facts.detail ?? '',
    field: facts.field ?? '',
    written: facts.written?.marks ?? new Uint8Array(),
    writtenWhole: facts.written?.isWhole ?? false,
  }) satisfies MessageInitShape<typeof RecordOutcomeSchema>;

/** Null for an outcome without a kind. A release before ADR 70 reports no texts. */
export function outcomeFromWire({
  sourceId,
  kind,
  warnings,
  ...facts
}: RecordOutcome): ReportedOutcome | null {
  const outcome = outcomeKinds.find((outcome) => kindNumbers[outcome] === kind);
  if (outcome === undefined) return null;
  return {
    sourceId,
    outcome,
    warnings,
    hubspotId: facts.hubspotId || null,
    reason: facts.reason || null,
    name: facts.name || null,
    message: facts.message || null,
    detail: facts.detail || null,
    field: facts.field || null,
    ...(facts.written.length > 0 || facts.writtenWhole
      ? { written: { marks: facts.written, isWhole: facts.writtenWhole } }
      : {}),
  };
}

/** The fields of a `RunFinished` that are about the source. */
export const sourceToWire = ({ read, countedBySource, foundAtEnd, heldStill }: SourceAccount) =>
  ({
    sourceCount: read,
    ...(countedBySource === null ? {} : { countedBySource }),
    ...(foundAtEnd === null ? {} : { foundAtEnd }),
    ...(heldStill === null ? {} : { heldStill }),
  }) satisfies MessageInitShape<typeof RunFinishedSchema>;

export const sourceFromWire = (report: RunFinished): SourceAccount => ({
  read: report.sourceCount,
  countedBySource: report.countedBySource ?? null,
  foundAtEnd: report.foundAtEnd ?? null,
  heldStill: report.heldStill ?? null,
});
