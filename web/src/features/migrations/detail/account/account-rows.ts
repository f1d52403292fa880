import { formatCount, objectTypes, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { reasons, type ReasonCount } from './reconciliation-text.ts';

/** A line of the account: a name, a count, and what the count means. */
export interface AccountRow {
  readonly name: string;
  /** Null where it is not known. */
  readonly count: number | null;
  readonly meaning: string;
  readonly reasons: readonly ReasonCount[];
}

/**
 * The account in lines: what was read, its outcomes, which add up to it, and how far AccuLynx' own count is from what was
 * read. What came along is told apart.
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
    row(
      "Gap to AccuLynx's count",
      countedBySource === null ? null : countedBySource - source,
      countedBySource === null
        ? 'AccuLynx was not asked at the end'
        : `AccuLynx counts ${formatCount(countedBySource)} ${noun.many} now`,
    ),
  ];
}
