import {
  kindNamed,
  objectTypes,
  recordKinds,
  type Migration,
  type Noun,
  type Tally,
  type WarningReason,
} from '@ridgeline/contracts';
import type { Tone } from '../../ui/controls/StatusTag.tsx';
import { formatCount, formatRecords } from '../../ui/text/format.ts';
import { purposeOf, type Purpose, type Purposed } from './purpose.ts';
import { sourceGap, type StoredAccount } from './source-gap.ts';

/** The fields of a run that determine its result. */
type Ended = Pick<Migration, 'status' | 'migrationType' | 'targetCount'> & Purposed;

/** The counts for a kind; summaries of earlier releases report less about a migration's own records. */
type Counted = Pick<Tally, 'failed'> & Pick<StoredAccount, 'warnedByReason'>;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** The counts of a migration's own records and of all related records, by kind. */
function tallies(
  account: StoredAccount,
  type: Ended['migrationType'],
): readonly (readonly [string, Counted])[] {
  return [[objectTypes[type].name, account], ...Object.entries(account.alongside ?? {})];
}

/** What a record with a warning lacks; undefined if the record only needs review. */
type Lack = WarningReason['lacks'];

/** How many records of each kind have a warning about this lack; an unknown warning counts as needing review. */
const lacking = (all: ReturnType<typeof tallies>, lack: Lack): readonly (readonly [string, number])[] =>
  all.map(([kind, { warnedByReason = {} }]) => {
    const known = kindNamed(kind)?.reasons.warned;
    const counts = Object.entries(warnedByReason).filter(([code]) => known?.[code]?.lacks === lack);
    return [kind, sum(counts.map(([, count]) => count))];
  });

const total = (counts: ReturnType<typeof lacking>): number => sum(counts.map(([, count]) => count));

/** How many records of each kind failed, a migration's own first. */
export const refusedIn = (
  account: StoredAccount,
  type: Ended['migrationType'],
): readonly (readonly [string, number])[] =>
  tallies(account, type)
    .map(([kind, { failed }]) => [kind, failed] as const)
    .filter(([, count]) => count > 0);

/** How many records of which kind were copied without their email address, a migration's own records first. */
export const withoutEmail = (
  account: StoredAccount,
  type: Ended['migrationType'],
): ReturnType<typeof lacking> => lacking(tallies(account, type), 'email').filter(([, count]) => count > 0);

const always = (words: string): Noun => ({ one: words, many: words });

/** Related records that were skipped although they should not be, each kind in its own words; in an undo, all spared ones. */
const leftOut = (
  { alongside = {} }: StoredAccount,
  spared: string | null,
): readonly (readonly [number, Noun])[] =>
  recordKinds.flatMap(({ name, leftOut: own, hubspotNoun: { one, many } }) => {
    const words = spared ?? own;
    return words === undefined
      ? []
      : [[alongside[name]?.skipped ?? 0, { one: `${one} ${words}`, many: `${many} ${words}` }]];
  });

/** The words for failed records and, where skipping is an exception, for skipped ones. */
const endWords: Readonly<Record<Purpose, { readonly failed: string; readonly skipped: string | null }>> = {
  copy: { failed: 'rejected', skipped: null },
  dryRun: { failed: 'cannot be copied', skipped: null },
  undo: { failed: 'rejected', skipped: 'spared' },
  undoPreview: { failed: 'cannot be undone', skipped: 'would be spared' },
};

/** Counts, with nouns, of what should have been copied exactly as in AccuLynx but was not; most serious first. */
function countedExceptions(
  account: StoredAccount,
  { migrationType, ...migration }: Ended,
): readonly (readonly [number, Noun])[] {
  const { failed, skipped } = endWords[purposeOf(migration)];
  const all = tallies(account, migrationType);
  return [
    [sum(refusedIn(account, migrationType).map(([, count]) => count)), always(failed)],
    [skipped === null ? 0 : account.skipped, always(skipped ?? '')],
    [Math.abs(account.difference), always('not accounted for')],
    [total(lacking(all, 'email')), { one: 'without its email', many: 'without their email' }],
    [total(lacking(all, 'value')), { one: 'value not copied', many: 'values not copied' }],
    ...leftOut(account, skipped),
    [total(lacking(all, undefined)), always('to review')],
  ];
}

/** The same in words, each with its number, and whether the source could be read to its end. */
export function exceptionsOf(account: StoredAccount, migration: Ended): readonly string[] {
  return [
    ...countedExceptions(account, migration)
      .filter(([count]) => count > 0)
      .map(([count, noun]) => formatRecords(count, noun)),
    ...(sourceGap(account, migration)?.open === true ? ['not all could be read'] : []),
  ];
}

/** The colors of an end. */
export type EndTone = Extract<Tone, 'success' | 'warning' | 'error' | 'neutral'>;

/**
 * How a run ended, the same on every page: red if an error stopped it, amber if not everything was copied as it is in
 * AccuLynx.
 */
export interface RunEnd {
  readonly tone: EndTone;
  readonly exceptions: readonly string[];
}

/** The fields of a run that say what failed. */
type Counts = Pick<Migration, 'migrationType' | 'errorCount' | 'reconciliation'>;

/** The failures among a run's own and related records; without a summary, only its own counts are known. */
export function refusedOf({
  migrationType,
  errorCount,
  reconciliation,
}: Counts): ReturnType<typeof refusedIn> {
  if (reconciliation) return refusedIn(reconciliation, migrationType);
  return errorCount > 0 ? [[objectTypes[migrationType].name, errorCount]] : [];
}

/** The total number of failed records of all kinds. */
export const refusedCount = (migration: Counts): number =>
  sum(refusedOf(migration).map(([, count]) => count));

/** The single result of an ended run; every page takes its color and words from it. */
export function runEnd(migration: Ended & Counts): RunEnd {
  const { status, reconciliation } = migration;
  if (status === 'failed') return { tone: 'error', exceptions: [] };
  if (status === 'cancelled') return { tone: 'neutral', exceptions: [] };
  const refused = refusedCount(migration);
  const { failed } = endWords[purposeOf(migration)];
  const counted = refused > 0 ? [`${formatCount(refused)} ${failed}`] : [];
  const exceptions = reconciliation ? exceptionsOf(reconciliation, migration) : counted;
  return { tone: exceptions.length > 0 ? 'warning' : 'success', exceptions };
}
