import { objectTypes, type Migration } from '@ridgeline/contracts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { FailureAlert } from '../../../../ui/controls/Notice.tsx';
import { formatCount } from '../../../../ui/text/format.ts';
import { mayRetry } from '../../following/may-follow.ts';
import { nothingStarted, useAttempt, useFollow, type RetryChoice } from '../../following/use-follow.ts';
import { objectViews } from '../../objects/index.ts';
import type { Cause } from './causes.ts';

interface RetryCauseProps {
  readonly cause: Cause;
  readonly migration: Migration;
  /** Whether its connection is there. */
  readonly usable: boolean;
}

/** The way to copy the records of a cause again; nothing where a retry would end as it did. */
export function RetryCause({ cause, migration, usable }: RetryCauseProps) {
  const { retry } = useFollow(migration);
  const { busy, failure, attempt } = useAttempt('The retry was not started');
  const offer = usable && mayRetry(migration) ? retryOf(cause, migration) : null;
  if (offer === null) return null;
  return (
    <>
      <Button
        small
        loading={busy !== null}
        aria-label={`${offer.text}: ${cause.text}`}
        onClick={() => void attempt(cause.code, () => retry(offer.choice))}
      >
        {offer.text}
      </Button>
      {failure ? <FailureAlert {...failure} fallback={nothingStarted} /> : null}
    </>
  );
}

/** The codes by which a run of a plan leaves out records: they changed since, or the plan does not have them. */
const offPlan: readonly string[] = ['differs_from_plan', 'not_in_plan'];

/** What is offered for a cause: of a migration's own records those that failed, and those that can be copied otherwise. */
export function retryOf(
  { kind, issue, code, count }: Pick<Cause, 'kind' | 'issue' | 'code' | 'count'>,
  { migrationType }: Pick<Migration, 'migrationType'>,
): { readonly text: string; readonly choice: RetryChoice } | null {
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
