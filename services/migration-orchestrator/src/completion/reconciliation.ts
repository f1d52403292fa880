import type { OutcomeKind, Reconciliation, Tally } from '@ridgeline/contracts';

/** What was read of the source, and what it counts itself. */
export interface SourceCount {
  /** Distinct records of the migration's own kind that were read, over all attempts. */
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

/** How many records of a kind came to the same end for the same reason. */
export interface OutcomeCount {
  readonly kind: string;
  readonly outcome: OutcomeKind;
  readonly reason: string | null;
  readonly count: number;
}

/** How many records of a kind a person should know the same of. */
export interface WarningCount {
  readonly kind: string;
  readonly code: string;
  readonly count: number;
}

/** What a migration counted, of all kinds. */
export interface Counts {
  readonly outcomes: readonly OutcomeCount[];
  readonly warnings: readonly WarningCount[];
}

/** How many records of a kind have an outcome. */
export function accountedOf({ outcomes }: Pick<Counts, 'outcomes'>, kind: string): number {
  return sum(outcomes.filter((outcome) => outcome.kind === kind));
}

/**
 * The closing account: every record of the migration's own kind that the source has is created, updated, unchanged,
 * skipped or failed; `difference` is what is missing to that (positive), or counted beyond it (negative). What came along
 * is counted apart.
 */
export function reconcile(ownKind: string, { read, ...source }: SourceCount, counts: Counts): Reconciliation {
  const others = new Set(counts.outcomes.map(({ kind }) => kind)).difference(new Set([ownKind]));
  return {
    source: read,
    ...tallyOf(counts, ownKind),
    difference: read - accountedOf(counts, ownKind),
    ...source,
    alongside: Object.fromEntries([...others].map((kind) => [kind, tallyOf(counts, kind)])),
  };
}

/** How the records of each kind came out so far, by the kind's name. */
export const talliesOf = (counts: Counts): Record<string, Tally> =>
  Object.fromEntries(
    [...new Set([...counts.outcomes, ...counts.warnings].map(({ kind }) => kind))].map((kind) => [
      kind,
      tallyOf(counts, kind),
    ]),
  );

/** How the records of one kind came out. */
function tallyOf({ outcomes, warnings }: Counts, ofKind: string): Tally {
  const own = outcomes.filter(({ kind }) => kind === ofKind);
  const total = (end: OutcomeKind) => sum(own.filter(({ outcome }) => outcome === end));
  return {
    created: total('created'),
    updated: total('updated'),
    unchanged: total('unchanged'),
    skipped: total('skipped'),
    failed: total('failed'),
    skippedByReason: byReason(own, 'skipped'),
    failedByReason: byReason(own, 'failed'),
    warnedByReason: Object.fromEntries(
      warnings.filter(({ kind }) => kind === ofKind).map(({ code, count }) => [code, count]),
    ),
  };
}

function byReason(outcomes: readonly OutcomeCount[], end: OutcomeKind): Record<string, number> {
  const reasons = outcomes
    .filter(({ outcome }) => outcome === end)
    .map(({ reason, count }) => [reason ?? 'unknown', count] as const);
  return Object.fromEntries(reasons);
}

const sum = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((total, { count }) => total + count, 0);
