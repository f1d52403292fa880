import type { OutcomeKind, Reconciliation } from '@ridgeline/contracts';

/** What was read of the source, and what it counts itself. */
export interface SourceCount {
  /** Distinct records that were read, over all attempts. */
  readonly read: number;
  /** What the source counts at the end; null where it does not tell. */
  readonly countedBySource: number | null;
  /** Distinct records that the last whole reading found; null where none came to its end. */
  readonly foundAtEnd: number | null;
  /** Whether the source was the same from that reading's beginning to the run's end; null as `foundAtEnd`. */
  readonly heldStill: boolean | null;
}

/** Where no worker tells of the source: what was planned of it. */
export const onlyRead = (read: number): SourceCount => ({
  read,
  countedBySource: null,
  foundAtEnd: null,
  heldStill: null,
});

/** How many records came to the same end for the same reason. */
export interface OutcomeCount {
  readonly kind: OutcomeKind;
  readonly reason: string | null;
  readonly count: number;
}

function byReason(outcomes: readonly OutcomeCount[], kind: OutcomeKind): Record<string, number> {
  const reasons = outcomes
    .filter((outcome) => outcome.kind === kind)
    .map(({ reason, count }) => [reason ?? 'unknown', count] as const);
  return Object.fromEntries(reasons);
}

/**
 * The closing account: every record of the source is created, updated, unchanged, skipped or failed; `difference` is
 * what is missing to that (positive), or counted beyond it (negative).
 */
export function reconcile(
  { read, ...source }: SourceCount,
  outcomes: readonly OutcomeCount[],
): Reconciliation {
  const total = (kind: OutcomeKind): number =>
    outcomes.filter((outcome) => outcome.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const accounted = outcomes.reduce((sum, { count }) => sum + count, 0);
  return {
    source: read,
    created: total('created'),
    updated: total('updated'),
    unchanged: total('unchanged'),
    skipped: total('skipped'),
    failed: total('failed'),
    difference: read - accounted,
    ...source,
    skippedByReason: byReason(outcomes, 'skipped'),
    failedByReason: byReason(outcomes, 'failed'),
  };
}

/** What of the account is more than nothing: the context of its line in the log. */
export function accountFacts(account: Reconciliation): Partial<Reconciliation> {
  const facts = Object.entries(account).filter(([, fact]) =>
    typeof fact === 'number' ? fact !== 0 : Object.keys(fact ?? {}).length > 0,
  );
  return Object.fromEntries(facts);
}

/** The account in one line, for the log. */
export function describeReconciliation(account: Reconciliation): string {
  const { source, created, updated, unchanged, skipped, failed, difference } = account;
  const sum = `${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed`;
  const gap =
    difference === 0 ? '' : `; ${Math.abs(difference)} ${difference > 0 ? 'not accounted for' : 'too many'}`;
  return `${source} source records: ${sum}${gap}${describeSource(account)}`;
}

/** Where what was read is not what the source holds at the end: how far it is from it. */
function describeSource({ source, countedBySource, foundAtEnd, heldStill }: Reconciliation): string {
  // A run that stopped before its end has not reached the rest.
  if (foundAtEnd === null) return '';
  const unread = (countedBySource ?? foundAtEnd) - foundAtEnd;
  const gone = source - foundAtEnd;
  return [
    unread > 0 ? `. AccuLynx counts ${countedBySource} now: ${unread} could not be read` : '',
    gone > 0 ? `. ${gone} of those that were read are not in AccuLynx any more` : '',
    heldStill === false ? ". AccuLynx's list went on changing: what came last may be missing" : '',
  ].join('');
}
