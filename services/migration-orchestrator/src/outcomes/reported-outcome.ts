import type { ReportedOutcome } from '@ridgeline/contracts/internal';
import { outcomeFromWire, type BatchDone } from '@ridgeline/events';
import { storableText } from '../logs/storable-text.ts';

/** The text in storable form; null if nothing is left. */
const stored = (text: string | null): string | null => storableText(text ?? '') || null;

/** The outcomes of a report; null when one has no kind. */
export function readOutcomes(report: BatchDone): ReportedOutcome[] | null {
  const outcomes: ReportedOutcome[] = [];
  for (const wire of report.outcomes) {
    const outcome = outcomeFromWire(wire);
    if (!outcome) return null;
    const { name, message, detail, field } = outcome;
    outcomes.push({
      ...outcome,
      name: stored(name),
      message: stored(message),
      detail: stored(detail),
      field: stored(field),
    });
  }
  return outcomes;
}
