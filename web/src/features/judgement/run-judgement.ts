import {
  contactType,
  deadLeadKind,
  jobContactKind,
  kindNamed,
  objectTypes,
  withoutEmailCodes,
  type Migration,
  type Noun,
  type Tally,
} from '@ridgeline/contracts';
import type { Tone } from '../../ui/controls/StatusTag.tsx';
import { formatCount, formatRecords } from '../../ui/text/format.ts';
import { sourceGap, type StoredAccount } from './source-gap.ts';

/** What of a run its judgement needs to know. */
type Ended = Pick<Migration, 'status' | 'migrationType' | 'targetCount'>;

/** Warnings of a value that HubSpot did not take; the record went over without it. */
const valueCodes: readonly string[] = ['option_missing', 'option_not_added', 'value_refused'];

const emailCodes: readonly string[] = withoutEmailCodes;

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

/** How often records went over with one of the warnings that fit; what only tells where a value stands is none. */
function warned(all: ReturnType<typeof tallies>, fits: (code: string, kind: string) => boolean): number {
  return sum(
    all.flatMap(([kind, { warnedByReason = {} }]) =>
      Object.entries(warnedByReason)
        .filter(([code]) => kindNamed(kind)?.reasons.noted?.includes(code) !== true && fits(code, kind))
        .map(([, count]) => count),
    ),
  );
}

/** What failed: how many of which kind, a migration's own records first. */
export const refusedIn = (
  account: StoredAccount,
  type: Ended['migrationType'],
): readonly (readonly [string, number])[] =>
  tallies(account, type)
    .map(([kind, { failed }]) => [kind, failed] as const)
    .filter(([, count]) => count > 0);

const isEmail = (code: string, kind: string) => kind === contactType.name && emailCodes.includes(code);

/** How many contacts went over without their email address, as a migration's own records or along with its jobs. */
export const withoutEmail = (account: StoredAccount, type: Ended['migrationType']): number =>
  warned(tallies(account, type), isEmail);

const always = (words: string): Noun => ({ one: words, many: words });

const leftOut = ({ one, many }: Noun): Noun => ({ one: `${one} left out`, many: `${many} left out` });

const stillOpen = ({ one, many }: Noun): Noun => ({ one: `${one} still open`, many: `${many} still open` });

/** What did not go over as it stands in AccuLynx, though it should have; each in words with its number, the gravest first. */
export function exceptionsOf(account: StoredAccount, migration: Ended): readonly string[] {
  const { migrationType } = migration;
  const all = tallies(account, migrationType);
  const isValue = (code: string) => valueCodes.includes(code);
  const counts: readonly (readonly [number, Noun])[] = [
    [sum(refusedIn(account, migrationType).map(([, count]) => count)), always('refused')],
    [Math.abs(account.difference), always('not accounted for')],
    [withoutEmail(account, migrationType), { one: 'without its email', many: 'without their email' }],
    [warned(all, isValue), { one: 'value left out', many: 'values left out' }],
    [account.alongside?.[jobContactKind.name]?.skipped ?? 0, leftOut(jobContactKind.hubspotNoun)],
    [account.alongside?.[deadLeadKind.name]?.skipped ?? 0, stillOpen(deadLeadKind.hubspotNoun)],
    [warned(all, (code, kind) => !isEmail(code, kind) && !isValue(code)), always('worth a look')],
  ];
  return [
    ...counts.filter(([count]) => count > 0).map(([count, noun]) => formatRecords(count, noun)),
    ...(sourceGap(account, migration)?.open === true ? ['not all could be read'] : []),
  ];
}

/** The colours of an end. */
export type EndTone = Extract<Tone, 'success' | 'warning' | 'error' | 'neutral'>;

/** How a run ended, wherever it is told: red where an error stopped it, amber where not all went over as it stands. */
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

/** The one judgement of an ended run, of which every page takes its colour and its words. */
export function runEnd(migration: Ended & Counts): RunEnd {
  const { status, reconciliation } = migration;
  if (status === 'failed') return { tone: 'error', exceptions: [] };
  if (status === 'cancelled') return { tone: 'neutral', exceptions: [] };
  const refused = refusedCount(migration);
  const counted = refused > 0 ? [`${formatCount(refused)} refused`] : [];
  const exceptions = reconciliation ? exceptionsOf(reconciliation, migration) : counted;
  return { tone: exceptions.length > 0 ? 'warning' : 'success', exceptions };
}
