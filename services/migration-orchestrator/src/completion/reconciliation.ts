import {
  formatCount,
  formatRecords,
  kindNamed,
  outcomeKinds,
  outcomeWord,
  plannedOutcomeWord,
  type OutcomeKind,
  type Reconciliation,
  type Tally,
} from '@ridgeline/contracts';
import type { SourceAccount } from '@ridgeline/contracts/internal';

/** Used when no worker reported about the source: the planned records stand for it. */
export const onlyRead = (read: number): SourceAccount => ({
  read,
  countedBySource: null,
  foundAtEnd: null,
  heldStill: null,
});

/** How many records of a kind had the same outcome for the same reason. */
export interface OutcomeCount {
  readonly kind: string;
  readonly outcome: OutcomeKind;
  readonly reason: string | null;
  readonly count: number;
}

/** How many records of a kind share a warning. */
export interface WarningCount {
  readonly kind: string;
  readonly code: string;
  readonly count: number;
}

/** A migration's counts, across all kinds. */
export interface Counts {
  readonly outcomes: readonly OutcomeCount[];
  readonly warnings: readonly WarningCount[];
}

/** How many records of a kind have an outcome. */
export function accountedOf({ outcomes }: Pick<Counts, 'outcomes'>, kind: string): number {
  return sum(outcomes.filter((outcome) => outcome.kind === kind));
}

/** The summary of records; options added to HubSpot's definitions are not records. */
export type CountedAccount = Omit<Reconciliation, 'addedOptions'>;

/**
 * The final summary: every source record of the migration's own kind is created, updated, unchanged, removed, skipped or
 * failed. `difference` is how many are missing (positive) or were counted in excess (negative). Related records are counted
 * separately.
 */
export function reconcile(
  ownKind: string,
  { read, ...source }: SourceAccount,
  counts: Counts,
): CountedAccount {
  const others = new Set(counts.outcomes.map(({ kind }) => kind)).difference(new Set([ownKind]));
  return {
    source: read,
    ...tallyOf(counts, ownKind),
    difference: read - accountedOf(counts, ownKind),
    ...source,
    alongside: Object.fromEntries([...others].map((kind) => [kind, tallyOf(counts, kind)])),
  };
}

/** The outcomes of each kind so far, by the kind's name. */
export const talliesOf = (counts: Counts): Record<string, Tally> =>
  Object.fromEntries(
    [...new Set([...counts.outcomes, ...counts.warnings].map(({ kind }) => kind))].map((kind) => [
      kind,
      tallyOf(counts, kind),
    ]),
  );

/** The outcomes of one kind. */
function tallyOf({ outcomes, warnings }: Counts, ofKind: string): Tally {
  const own = outcomes.filter(({ kind }) => kind === ofKind);
  const total = (end: OutcomeKind) => sum(own.filter(({ outcome }) => outcome === end));
  return {
    created: total('created'),
    updated: total('updated'),
    unchanged: total('unchanged'),
    removed: total('removed'),
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

/** The facts of the summary that are not empty: the context of its log entry. */
export function accountFacts(account: CountedAccount): Partial<CountedAccount> {
  const facts = Object.entries(account).filter(([, fact]) =>
    typeof fact === 'number' ? fact !== 0 : Object.keys(fact ?? {}).length > 0,
  );
  return Object.fromEntries(facts);
}

const sourceRecords = { one: 'source record', many: 'source records' };

/** The word for an outcome: for a dry run, the foreseen one. */
type WordOf = typeof outcomeWord;

/** The summary in one line, for the log. */
export function describeReconciliation(account: CountedAccount, isDryRun = false): string {
  const { source, difference } = account;
  const wordOf = isDryRun ? plannedOutcomeWord : outcomeWord;
  // Only an undo removes anything.
  const told = outcomeKinds.filter((outcome) => outcome !== 'removed' || account.removed > 0);
  const ends = told.map((outcome) => `${formatCount(account[outcome])} ${wordOf(outcome, {})}`).join(', ');
  const gap =
    difference === 0
      ? ''
      : `; ${formatCount(Math.abs(difference))} ${difference > 0 ? 'not accounted for' : 'too many'}`;
  return `${formatRecords(source, sourceRecords)}: ${ends}${gap}${describeSource(account)}${describeAlongside(account, wordOf)}`;
}

/** How far the records that were read are from what the source holds at the end; empty if they agree. */
function describeSource({ source, countedBySource, foundAtEnd, heldStill }: CountedAccount): string {
  // A run that stopped early has not reached the rest.
  if (foundAtEnd === null) return '';
  const counted = countedBySource ?? foundAtEnd;
  const unread = counted - foundAtEnd;
  const gone = source - foundAtEnd;
  return [
    unread > 0
      ? `. AccuLynx counts ${formatCount(counted)} now: ${formatCount(unread)} could not be read`
      : '',
    gone > 0 ? `. ${formatCount(gone)} of those that were read are not in AccuLynx any more` : '',
    heldStill === false ? ". AccuLynx's list kept changing: records that came last may be missing" : '',
  ].join('');
}

/** The related records, if there are any. */
function describeAlongside({ alongside }: CountedAccount, wordOf: WordOf): string {
  const kinds = Object.entries(alongside).map(([kind, tally]) => describeTally(kind, tally, wordOf));
  return kinds.length === 0 ? '' : `. Also ${kinds.join('; ')}`;
}

function describeTally(kind: string, tally: Tally, wordOf: WordOf): string {
  const came = outcomeKinds.filter((outcome) => tally[outcome] > 0);
  const total = came.reduce((sum, outcome) => sum + tally[outcome], 0);
  const parts = came.map(
    (outcome) => `${formatCount(tally[outcome])} ${wordOf(outcome, kindNamed(kind) ?? {})}`,
  );
  return `${amountOf(total, kind)}: ${parts.join(', ')}`;
}

/** A number of records in words, with the kind's name in HubSpot: `1 contact`, `3 deals`. */
export const amountOf = (count: number, kindName: string): string =>
  formatRecords(count, kindNamed(kindName)?.hubspotNoun ?? { one: 'record', many: 'records' });
