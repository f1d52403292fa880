import type { ChangedValue } from '@ridgeline/contracts';
import type { PlannedRecord, ReportedOutcome } from '@ridgeline/contracts/internal';
import type { FeedLine } from './sync-report-store.postgres.ts';

/** The outcomes of a batch with what was changed, as its plan says. */
export function feedLines(
  outcomes: readonly ReportedOutcome[],
  records: readonly PlannedRecord[],
): FeedLine[] {
  const plans = new Map(records.map((record) => [record.sourceId, record]));
  return outcomes.map((outcome) => {
    const plan = plans.get(outcome.sourceId);
    const written = outcome.outcome === 'created' || outcome.outcome === 'updated';
    return { ...outcome, changes: plan && written ? changesOf(plan) : [] };
  });
}

/** What a write changes; a property that has its value already is none. */
function changesOf(record: PlannedRecord): ChangedValue[] {
  if (record.action === 'create')
    return Object.entries(record.properties).map(([property, after]) => ({ property, before: null, after }));
  if (record.action !== 'update') return [];
  return Object.entries(record.after).flatMap(([property, after]) => {
    const before = record.before[property] ?? null;
    return (before ?? '') === after ? [] : [{ property, before, after }];
  });
}
