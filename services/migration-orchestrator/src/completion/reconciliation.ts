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

/** Where no worker reported of the source: what was planned of it. */
export const onlyRead = (read: number): SourceAccount => ({
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

/** The account of records; what was added to HubSpot's definitions is no record. */
export type CountedAccount = Omit<Reconciliation, 'addedOptions'>;

/**
 * The closing account: every record of the migration's own kind that the source has is created, updated, unchanged,
 * removed, skipped or failed; `difference` is what is missing to that (positive), or counted beyond it (negative). What came along
 * is counted apart.
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

/** What of the account is more than nothing: the context of its line in the log. */
export function accountFacts(account: CountedAccount): Partial<CountedAccount> {
  const facts = Object.entries(account).filter(([, fact]) =>
    typeof fact === 'number' ? fact !== 0 : Object.keys(fact ?? {}).length > 0,
  );
  return Object.fromEntries(facts);
}

const sourceRecords = { one: 'source record', many: 'source records' };

/** The word for an outcome: that of a migration, or the one that a dry run foresees. */
type WordOf = typeof outcomeWord;

/** The account in one line, for the log. */
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

/** Where what was read is not what the source holds at the end: how far it is from it. */
function describeSource({ source, countedBySource, foundAtEnd, heldStill }: CountedAccount): string {
  // A run that stopped before its end has not reached the rest.
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

/** What came along, where anything did. */
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

/** So many records of a kind in words, as they are called in HubSpot: `1 contact`, `3 deals`. */
export const amountOf = (count: number, kindName: string): string =>
  formatRecords(count, kindNamed(kindName)?.hubspotNoun ?? { one: 'record', many: 'records' });
