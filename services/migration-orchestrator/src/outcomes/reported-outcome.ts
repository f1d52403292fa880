import type { OutcomeKind } from '@ridgeline/contracts';
import type { ReportedOutcome } from '@ridgeline/contracts/internal';
import { OutcomeKind as WireKind, type BatchDone } from '@ridgeline/events';
import { storableText } from '../logs/storable-text.ts';

const kinds: Readonly<Record<WireKind, OutcomeKind | null>> = {
  [WireKind.UNSPECIFIED]: null,
  [WireKind.CREATED]: 'created',
  [WireKind.UPDATED]: 'updated',
  [WireKind.UNCHANGED]: 'unchanged',
  [WireKind.SKIPPED]: 'skipped',
  [WireKind.FAILED]: 'failed',
};

/** A text as it is stored; on the wire an empty one is none. */
const textOf = (text: string): string | null => storableText(text) || null;

/** The outcomes of a report; null when one has no kind. A release before ADR 70 reports no texts. */
export function readOutcomes(report: BatchDone): ReportedOutcome[] | null {
  const outcomes: ReportedOutcome[] = [];
  for (const { sourceId, kind, warnings, ...texts } of report.outcomes) {
    const outcome = kinds[kind];
    if (!outcome) return null;
    outcomes.push({
      sourceId,
      outcome,
      warnings,
      hubspotId: texts.hubspotId || null,
      reason: texts.reason || null,
      name: textOf(texts.name),
      message: textOf(texts.message),
      detail: textOf(texts.detail),
      field: textOf(texts.field),
    });
  }
  return outcomes;
}
