import type { Migration, Reconciliation } from '@ridgeline/contracts';
import { formatCount } from '../../../components/format.ts';
import { reasonInWords } from '../reason-words.ts';

/** What the closing account needs to know of its migration. */
type Ended = Pick<Migration, 'migrationType' | 'status' | 'targetCount'>;

/** The closing account in one sentence: does everything that was read appear in exactly one outcome, and was it all? */
export function verdict({ source, difference }: Reconciliation, migration: Ended): string {
  const { migrationType: type, status, targetCount } = migration;
  if (difference === 0 && status === 'completed')
    return `All ${formatCount(source)} ${type} read from AccuLynx are accounted for.`;
  if (difference === 0) {
    const rest = Math.max(0, targetCount - source);
    const missed = rest > 0 ? `; ${formatCount(rest)} were not reached` : '';
    return `The ${formatCount(source)} ${type} read before it stopped are accounted for${missed}.`;
  }
  const count = formatCount(Math.abs(difference));
  return difference > 0
    ? `${count} of ${formatCount(source)} ${type} read from AccuLynx are not accounted for.`
    : `${count} more ${type} were counted than the ${formatCount(source)} read from AccuLynx.`;
}

export interface ReasonCount {
  readonly text: string;
  readonly count: number;
}

/** Reasons in plain words, the most frequent first. Codes like `no_email` read as words. */
export function reasons(counts: Readonly<Record<string, number>>): readonly ReasonCount[] {
  return Object.entries(counts)
    .map(([code, count]) => ({ text: reasonInWords(code), count }))
    .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text));
}
