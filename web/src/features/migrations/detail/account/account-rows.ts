import {
  formatCount,
  jobContactKind,
  objectTypes,
  type Migration,
  type Reconciliation,
} from '@ridgeline/contracts';
import { outcomesInWords } from '../../record-words.ts';
import { reasons, type ReasonCount, type StoredAccount } from './reconciliation-text.ts';

/** A line of the account: a name, a count, and what the count means. */
export interface AccountRow {
  readonly name: string;
  /** Null where it is not known. */
  readonly count: number | null;
  readonly meaning: string;
  readonly reasons: readonly ReasonCount[];
}

/**
 * The account in lines: what was read, its outcomes, which add up to it, the associations of jobs, and how far AccuLynx'
 * own count is from what was read.
 */
export function accountRows(
  account: Reconciliation,
  { migrationType }: Pick<Migration, 'migrationType'>,
): readonly AccountRow[] {
  const { name, noun } = objectTypes[migrationType];
  const row = (title: string, count: number | null, meaning: string, why: readonly ReasonCount[] = []) => ({
    name: title,
    count,
    meaning,
    reasons: why,
  });
  const { countedBySource, source, difference } = account;
  return [
    row('Source', source, `${noun.many} read from AccuLynx`),
    row('Created', account.created, 'are new in HubSpot'),
    row('Updated', account.updated, 'were there and got newer details'),
    row('Unchanged', account.unchanged, 'were there already, with the same details'),
    row('Skipped', account.skipped, 'were left out', reasons(account.skippedByReason, name)),
    row('Failed', account.failed, 'were refused', reasons(account.failedByReason, name)),
    ...(difference === 0 ? [] : [row('Not accounted for', difference, 'read, but without an outcome')]),
    ...(migrationType === 'jobs' ? [associationsRow(account)] : []),
    row(
      "Gap to AccuLynx's count",
      countedBySource === null ? null : countedBySource - source,
      countedBySource === null
        ? 'AccuLynx was not asked at the end'
        : `AccuLynx counts ${formatCount(countedBySource)} ${noun.many} now`,
    ),
  ];
}

/** How many associations of deals and contacts stand in HubSpot now, and what became of the others. */
function associationsRow({ alongside = {} }: StoredAccount): AccountRow {
  const tally = alongside[jobContactKind.name];
  const parts = outcomesInWords(jobContactKind.name).filter(({ outcome }) => (tally?.[outcome] ?? 0) > 0);
  return {
    name: 'Associations',
    count: tally ? tally.created + tally.updated + tally.unchanged : 0,
    meaning: 'deals are tied to their contacts',
    reasons: parts.map(({ outcome, word }) => ({ text: word, count: tally?.[outcome] ?? 0 })),
  };
}
