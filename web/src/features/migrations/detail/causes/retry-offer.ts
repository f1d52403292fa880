import { objectTypes, type Migration, type RecordChanges } from '@ridgeline/contracts';
import { formatCount } from '../../../../ui/text/format.ts';
import type { RetryChoice } from '../../following/use-follow.ts';
import { objectViews } from '../../objects/index.ts';
import type { Cause } from './causes.ts';

/** A retry as a button offers it. */
interface RetryOffer {
  readonly text: string;
  readonly choice: RetryChoice;
}

/** The codes of records skipped because they changed since the plan or are not part of it. */
const offPlan: readonly string[] = ['differs_from_plan', 'not_in_plan'];

/**
 * The retry offered for a cause, only for the migration's own records: failed ones, and skipped ones that different options
 * would copy.
 */
export function retryOf(
  { kind, issue, code, count }: Pick<Cause, 'kind' | 'issue' | 'code' | 'count'>,
  { migrationType }: Pick<Migration, 'migrationType'>,
): RetryOffer | null {
  if (kind !== objectTypes[migrationType].name) return null;
  if (issue === 'failed')
    return {
      text: count === 1 ? 'Retry this one' : `Retry these ${formatCount(count)}`,
      choice: { outcome: 'failed', reason: code },
    };
  if (issue !== 'skipped') return null;
  if (offPlan.includes(code))
    return { text: 'Plan these again', choice: { dryRun: true, outcome: 'skipped', reason: code } };
  const otherwise = objectViews[migrationType].retries[code];
  return otherwise
    ? { text: otherwise.text, choice: { outcome: 'skipped', reason: code, options: otherwise.options } }
    : null;
}

/** The same for a single record; null if a retry would end the same way. */
export function retryOfRecord(
  { kind, outcome, reason, sourceId }: Pick<RecordChanges, 'kind' | 'outcome' | 'reason' | 'sourceId'>,
  migration: Pick<Migration, 'migrationType'>,
): RetryOffer | null {
  if (outcome !== 'failed' && outcome !== 'skipped') return null;
  const offer = retryOf({ kind, issue: outcome, code: reason ?? '', count: 1 }, migration);
  if (offer === null) return null;
  const records = [sourceId];
  if (outcome === 'failed') return { text: 'Retry', choice: { outcome, records } };
  const text = offer.choice.dryRun ? 'Plan again' : offer.text;
  return { text, choice: { ...offer.choice, records } };
}
