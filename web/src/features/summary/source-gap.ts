import { objectTypes, type Migration, type reconciliationSchema } from '@ridgeline/contracts';
import type { z } from 'zod';
import { formatCount } from '../../ui/text/format.ts';

/** An account as it is stored: those of earlier releases tell less. */
export type StoredAccount = z.input<typeof reconciliationSchema>;

/** What the gap needs to know of its migration. */
type Ended = Pick<Migration, 'migrationType' | 'status'>;

/** What AccuLynx counts at the end against what was read. */
export interface SourceGap {
  readonly text: string;
  /** Whether records that are there were not read. */
  readonly open: boolean;
}

/** Where what was read is not what AccuLynx holds at the end, in plain words; null where it is. */
export function sourceGap(account: StoredAccount, { migrationType, status }: Ended): SourceGap | null {
  if (status !== 'completed') return null;
  const { many: type } = objectTypes[migrationType].noun;
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
      `AccuLynx' list kept changing while it was read: ${type} that came last may be missing. Run the migration again to copy them.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0
    ? null
    : { open: unread > 0 || heldStill === false, text: sentences.join(' ') };
}
