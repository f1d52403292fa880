import { objectTypes, reasonInWords, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { formatCount, formatList, formatRecords } from '../../../../ui/text/format.ts';
import type { Purposed } from '../../../summary/purpose.ts';
import { refusedIn } from '../../../summary/run-summary.ts';
import { countInWords } from '../../record-words.ts';

/** What the summary needs to know about its migration. */
type Ended = Pick<Migration, 'migrationType' | 'status' | 'targetCount'> & Purposed;

/** Where a migration reads its records: an undo reads what another migration wrote. */
export const origin = ({ follows = null }: Purposed): string =>
  follows?.as === 'undo' ? `written by migration #${follows.migrationId}` : 'read from AccuLynx';

/** The summary in words: whether every record read has exactly one outcome, and whether everything was read. */
export function verdict(account: Reconciliation, migration: Ended): string {
  const { source, difference } = account;
  const { migrationType: type, status, targetCount } = migration;
  const sources = formatRecords(source, objectTypes[type].noun);
  const are = source === 1 ? 'is' : 'are';
  if (difference === 0 && status === 'completed') {
    if (source === 0 && migration.follows?.as === 'undo')
      return `No ${type} are left that migration #${migration.follows.migrationId} wrote, so there was nothing to undo.`;
    if (source === 0)
      return `AccuLynx listed no ${type}, so nothing was to be copied. If there should be some, see whether the AccuLynx key of the connection belongs to the right location.`;
    const things = refusedIn(account, type).map(([kind, count]) => countInWords(kind, count));
    const but = things.length > 0 ? ` Failed: ${formatList(things)}.` : '';
    return `${source === 1 ? 'The' : 'All'} ${sources} ${origin(migration)} ${are} accounted for.${but}`;
  }
  if (difference === 0) {
    if (source === 0) return nothingRead(migration);
    const rest = Math.max(0, targetCount - source);
    const missed = rest > 0 ? `; ${formatCount(rest)} were not reached` : '';
    return `The ${sources} read before it stopped ${are} accounted for${missed}.`;
  }
  const count = formatCount(Math.abs(difference));
  if (difference > 0 && status !== 'completed') {
    const rest = Math.max(0, targetCount - source);
    const missed = rest > 0 ? ` ${formatCount(rest)} were not reached.` : '';
    return `The outcome of ${count} of the ${sources} read before it stopped is unknown.${missed}`;
  }
  return difference > 0
    ? `${count} of ${sources} ${origin(migration)} ${difference === 1 ? 'is' : 'are'} not accounted for.`
    : `${count} more ${type} were counted than the ${formatCount(source)} ${origin(migration)}.`;
}

/** A run that stopped before it read has nothing to account for: what AccuLynx counted stays untouched. */
function nothingRead({ migrationType: type, targetCount }: Ended): string {
  const which = targetCount > 0 ? `any of the ${formatCount(targetCount)} ${type}` : `any of the ${type}`;
  return `It stopped before ${which} was read from AccuLynx. Nothing was written to HubSpot.`;
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
