import { objectTypes, type Migration, type reconciliationSchema } from '@ridgeline/contracts';
import type { z } from 'zod';
import { formatCount } from '../../ui/text/format.ts';

/** A summary as stored; those of earlier releases have fewer fields. */
export type StoredAccount = z.input<typeof reconciliationSchema>;

/** What the gap needs to know of its migration. */
type Ended = Pick<Migration, 'migrationType' | 'status'>;

/** The difference between AccuLynx's count at the end and what was read. */
export interface SourceGap {
  readonly text: string;
  /** Whether some existing records were not read. */
  readonly open: boolean;
}

/** How what was read differs from what AccuLynx has at the end, in plain words; null if it does not. */
export function sourceGap(account: StoredAccount, { migrationType, status }: Ended): SourceGap | null {
  if (status !== 'completed') return null;
  const { many: type } = objectTypes[migrationType].noun;
  const { source, heldStill } = account;
  // Summaries of earlier releases lack one or both of these.
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
