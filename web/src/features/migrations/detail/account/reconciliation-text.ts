import {
  objectTypes,
  reasonInWords,
  type Migration,
  type Reconciliation,
  type reconciliationSchema,
} from '@ridgeline/contracts';
import type { z } from 'zod';
import { formatCount } from '../../../../components/format.ts';
import { countInWords } from '../../record-words.ts';

/** An account as it is stored: those of earlier releases tell less. */
export type StoredAccount = z.input<typeof reconciliationSchema>;

/** What the closing account needs to know of its migration. */
type Ended = Pick<Migration, 'migrationType' | 'status' | 'targetCount'>;

/** What HubSpot did not take, kind by kind: `3 deals`, `1 association`. */
function refused({ failed, alongside = {} }: StoredAccount, { migrationType }: Ended): readonly string[] {
  const counts = Object.entries(alongside).map(([kind, tally]) => [kind, tally.failed] as const);
  return [[objectTypes[migrationType].name, failed] as const, ...counts]
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => countInWords(kind, count));
}

const inList = new Intl.ListFormat('en-US');

/** The closing account in words: does everything that was read appear in exactly one outcome, and was it all taken? */
export function verdict(account: Reconciliation, migration: Ended): string {
  const { source, difference } = account;
  const { migrationType: type, status, targetCount } = migration;
  if (difference === 0 && status === 'completed') {
    if (source === 0)
      return `AccuLynx listed no ${type}, so nothing was to be copied. If there should be some, see whether the AccuLynx key of the connection belongs to the right location.`;
    const things = refused(account, migration);
    const but = things.length > 0 ? ` HubSpot refused ${inList.format(things)}.` : '';
    return `All ${formatCount(source)} ${type} read from AccuLynx are accounted for.${but}`;
  }
  if (difference === 0) {
    if (source === 0) return nothingRead(migration);
    const rest = Math.max(0, targetCount - source);
    const missed = rest > 0 ? `; ${formatCount(rest)} were not reached` : '';
    return `The ${formatCount(source)} ${type} read before it stopped are accounted for${missed}.`;
  }
  const count = formatCount(Math.abs(difference));
  if (difference > 0 && status !== 'completed') {
    const rest = Math.max(0, targetCount - source);
    const missed = rest > 0 ? ` ${formatCount(rest)} were not reached.` : '';
    return `What became of ${count} of the ${formatCount(source)} ${type} read before it stopped is not known.${missed}`;
  }
  return difference > 0
    ? `${count} of ${formatCount(source)} ${type} read from AccuLynx are not accounted for.`
    : `${count} more ${type} were counted than the ${formatCount(source)} read from AccuLynx.`;
}

/** A run that stopped before it read has nothing to account for: what AccuLynx counted stays untouched. */
function nothingRead({ migrationType: type, targetCount }: Ended): string {
  const which = targetCount > 0 ? `any of the ${formatCount(targetCount)} ${type}` : `any of the ${type}`;
  return `It stopped before ${which} was read from AccuLynx. Nothing was written to HubSpot.`;
}

/** What AccuLynx counts at the end against what was read. */
export interface SourceGap {
  readonly text: string;
  /** Whether records that are there were not read. */
  readonly open: boolean;
}

/** Where what was read is not what AccuLynx holds at the end, in plain words; null where it is. */
export function sourceGap(account: StoredAccount, { migrationType: type, status }: Ended): SourceGap | null {
  if (status !== 'completed') return null;
  const { source, heldStill } = account;
  // Accounts of earlier releases do not tell the one or the other.
  const counted = account.countedBySource ?? account.foundAtEnd ?? source;
  const found = account.foundAtEnd ?? Math.min(source, counted);
  const unread = Math.max(0, counted - found);
  const gone = source - found;
  const lead = `AccuLynx counts ${formatCount(counted)} ${type} now`;
  const sentences = [
    unread > 0 && `${lead}, ${formatCount(found)} were found: ${formatCount(unread)} could not be read.`,
    gone > 0 &&
      `${lead}, ${formatCount(source)} were read: ${formatCount(gone)} ${gone === 1 ? 'was' : 'were'} deleted in AccuLynx while the migration ran.`,
    heldStill === false &&
      `AccuLynx' list went on changing while it was read: ${type} that came last may be missing. Run the migration again to copy them.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0
    ? null
    : { open: unread > 0 || heldStill === false, text: sentences.join(' ') };
}

export interface ReasonCount {
  readonly text: string;
  readonly count: number;
}

/** Reasons of a kind in plain words, the most frequent first. Codes like `no_email` read as words. */
export function reasons(counts: Readonly<Record<string, number>>, kind: string): readonly ReasonCount[] {
  return Object.entries(counts)
    .map(([code, count]) => ({ text: reasonInWords(code, kind), count }))
    .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text));
}
