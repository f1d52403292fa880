import type { Migration } from '@ridgeline/contracts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { FailureAlert } from '../../../../ui/controls/Notice.tsx';
import { mayRetry } from '../../following/may-follow.ts';
import { nothingStarted, useAttempt, useFollow } from '../../following/use-follow.ts';
import type { Cause } from './causes.ts';
import { retryOf } from './retry-offer.ts';

interface RetryCauseProps {
  readonly cause: Cause;
  readonly migration: Migration;
  /** Whether its connection is there. */
  readonly usable: boolean;
}

/** A button to copy a cause's records again; nothing if a retry would end the same way. */
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
