import {
  formatRecords,
  objectTypes,
  outcomeKinds,
  recordKinds,
  type Migration,
  type Reconciliation,
} from '@ridgeline/contracts';
import { capitalized } from '../../../../ui/text/format.ts';
import { isUndo, purposeOf, type Purpose, type Purposed } from '../../../summary/purpose.ts';
import type { StoredAccount } from '../../../summary/source-gap.ts';
import { shownOutcomes, wordsOfOutcome } from '../../outcomes.ts';
import { kindInWords, outcomesInWords } from '../../record-words.ts';
import { origin, reasons, type ReasonCount } from './reconciliation-text.ts';

/** A line of the account: a name, a count, and what the count means. */
export interface AccountRow {
  readonly name: string;
  /** Null if unknown. */
  readonly count: number | null;
  readonly meaning: string;
  readonly reasons: readonly ReasonCount[];
}

/**
 * The summary as rows: what was read, the outcomes, which add up to it, and how AccuLynx's own count differs from what was
 * read. Related records have separate rows.
 */
export function accountRows(
  account: Reconciliation,
  migration: Pick<Migration, 'migrationType'> & Purposed,
): readonly AccountRow[] {
  const { name, noun } = objectTypes[migration.migrationType];
  const row = (title: string, count: number | null, meaning: string, why: readonly ReasonCount[] = []) => ({
    name: title,
    count,
    meaning,
    reasons: why,
  });
  const { countedBySource, source, difference } = account;
  const counts = { ...account, removed: removedIn(account) };
  const why = {
    skipped: reasons(account.skippedByReason, name),
    failed: reasons(account.failedByReason, name),
  };
  const purpose = purposeOf(migration);
  return [
    row('Source', source, `${noun.many} ${origin(migration)}`),
    ...(purpose === 'copy'
      ? [
          row('Created', account.created, 'new in HubSpot'),
          row('Updated', account.updated, 'already in HubSpot, updated'),
          row('Unchanged', account.unchanged, 'already in HubSpot, with the same details'),
          row('Skipped', account.skipped, 'not copied', why.skipped),
          row('Failed', account.failed, 'rejected by HubSpot or unreadable', why.failed),
        ]
      : shownOutcomes(counts, purpose).map((outcome) => {
          const { text, meaning } = wordsOfOutcome(outcome, purpose);
          const reasonsOf = outcome === 'skipped' || outcome === 'failed' ? why[outcome] : [];
          return row(text, counts[outcome], meaning, reasonsOf);
        })),
    ...(difference === 0 ? [] : [row('Not accounted for', difference, 'read, but without an outcome')]),
    ...(isUndo(purpose)
      ? []
      : [
          row(
            "Gap to AccuLynx's count",
            countedBySource === null ? null : countedBySource - source,
            countedBySource === null
              ? 'not checked at the end'
              : `AccuLynx counts ${formatRecords(countedBySource, noun)} now`,
          ),
        ]),
  ];
}

/** Summaries of earlier releases do not report removed records. */
const removedIn = ({ removed = 0 }: Pick<StoredAccount, 'removed'>): number => removed;

export interface AccountLine extends ReasonCount {
  readonly reasons?: readonly ReasonCount[];
}

/** The outcomes of one kind of related records. */
export interface Alongside {
  readonly kind: string;
  /** `Associations` */
  readonly title: string;
  /** The count of each outcome; empty if there were no such records. */
  readonly lines: readonly AccountLine[];
  /** What to know about those that were copied. */
  readonly warnings: readonly ReasonCount[];
}

const order = recordKinds.map(({ name }) => name);

/** The related records by kind; unknown kinds come last. */
export function alongside(
  { alongside: tallies = {} }: StoredAccount,
  migration: Purposed = {},
): readonly Alongside[] {
  const purpose = purposeOf(migration);
  const place = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return Object.entries(tallies)
    .sort(([a], [b]) => place(a) - place(b))
    .map(([kind, tally]) => ({
      kind,
      title: capitalized(kindInWords(kind)),
      lines: linesOf(kind, tally, purpose),
      warnings: reasons(tally.warnedByReason, kind),
    }));
}

type Tally = NonNullable<StoredAccount['alongside']>[string];

/** Every outcome with a label, even if it is 0, and any other that occurred, with its reasons. */
function linesOf(kind: string, tally: Tally, purpose: Purpose): AccountLine[] {
  const counts = { ...tally, removed: removedIn(tally) };
  if (outcomeKinds.every((outcome) => counts[outcome] === 0)) return [];
  const why = { skipped: tally.skippedByReason, failed: tally.failedByReason };
  return outcomesInWords(kind, purpose)
    .filter(({ outcome, always }) => always || counts[outcome] > 0)
    .map(({ outcome, word }) => ({
      count: counts[outcome],
      text: word,
      ...(outcome === 'skipped' || outcome === 'failed' ? { reasons: reasons(why[outcome], kind) } : {}),
    }));
}
