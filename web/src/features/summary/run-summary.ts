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

/** What of a run decides its result. */
type Ended = Pick<Migration, 'status' | 'migrationType' | 'targetCount'> & Purposed;

/** What is counted of a kind; accounts of earlier releases tell less of a migration's own records. */
type Counted = Pick<Tally, 'failed'> & Pick<StoredAccount, 'warnedByReason'>;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** A migration's own records and all that came along with them, by the name of their kind. */
function tallies(
  account: StoredAccount,
  type: Ended['migrationType'],
): readonly (readonly [string, Counted])[] {
  return [[objectTypes[type].name, account], ...Object.entries(account.alongside ?? {})];
}

/** What a warning says that its record lacks; nothing where the record is worth a look. */
type Lack = WarningReason['lacks'];

/** How many records of each kind were copied with a warning of this lack; a warning that is not known here is worth a look. */
const lacking = (all: ReturnType<typeof tallies>, lack: Lack): readonly (readonly [string, number])[] =>
  all.map(([kind, { warnedByReason = {} }]) => {
    const known = kindNamed(kind)?.reasons.warned;
    const counts = Object.entries(warnedByReason).filter(([code]) => known?.[code]?.lacks === lack);
    return [kind, sum(counts.map(([, count]) => count))];
  });

const total = (counts: ReturnType<typeof lacking>): number => sum(counts.map(([, count]) => count));

/** What failed: how many of which kind, a migration's own records first. */
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

/** What came along and was left out though it should not be, each kind in its own words; in an undo, all that was spared. */
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

/** How an end names what failed, and what was skipped where that is an exception. */
const endWords: Readonly<Record<Purpose, { readonly failed: string; readonly skipped: string | null }>> = {
  copy: { failed: 'rejected', skipped: null },
  dryRun: { failed: 'cannot be copied', skipped: null },
  undo: { failed: 'rejected', skipped: 'spared' },
  undoPreview: { failed: 'cannot be undone', skipped: 'would be spared' },
};

/** How many were not copied as they are in AccuLynx, though they should have been, with their noun; the gravest first. */
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

/** The colours of an end. */
export type EndTone = Extract<Tone, 'success' | 'warning' | 'error' | 'neutral'>;

/** How a run ended, on every page: red where an error stopped it, amber where not all was copied as it is in AccuLynx. */
export interface RunEnd {
  readonly tone: EndTone;
  readonly exceptions: readonly string[];
}

/** What of a run tells what failed. */
type Counts = Pick<Migration, 'migrationType' | 'errorCount' | 'reconciliation'>;

/** What failed of a run and of what came along with it; without an account there are still its own counts. */
export function refusedOf({
  migrationType,
  errorCount,
  reconciliation,
}: Counts): ReturnType<typeof refusedIn> {
  if (reconciliation) return refusedIn(reconciliation, migrationType);
  return errorCount > 0 ? [[objectTypes[migrationType].name, errorCount]] : [];
}

/** How many that are, of all kinds together. */
export const refusedCount = (migration: Counts): number =>
  sum(refusedOf(migration).map(([, count]) => count));

/** The one result of an ended run, from which every page takes its color and its words. */
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
