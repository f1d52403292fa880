import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { FailureAlert } from '../controls/FailureAlert.tsx';
import './stale-notice.css';

interface StaleNoticeProps {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Says that what stands below is of before, as the last answer was a failure; what is old is grey by the class `stale`. */
export function StaleNotice({ title, error, onRetry }: StaleNoticeProps) {
  return (
    <div className="stale-notice">
      <FailureAlert title={title} error={error} fallback="Something unexpected happened." />
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  );
}

interface LastKnownProps {
  /** What could not be brought up to date. */
  readonly title: string;
  /** The failure since the last answer; undefined where there was none. */
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** What the last answer told; where a failure came after it, it is grey and said to be old. */
export function LastKnown({ title, error, onRetry, children }: LastKnownProps) {
  const old = error !== undefined;
  return (
    <>
      {old ? <StaleNotice title={title} error={error} onRetry={onRetry} /> : null}
      <div className={old ? 'stale' : undefined}>{children}</div>
    </>
  );
}
