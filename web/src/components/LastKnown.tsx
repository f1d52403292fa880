import type { ReactNode } from 'react';
import { StaleNotice } from './StaleNotice.tsx';

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
