import type { ReactNode } from 'react';
import { failureText } from '../../api/error-policy.ts';
import { Button } from '../controls/Button.tsx';
import { useFocusFallback } from '../controls/keyboard-focus.ts';
import { FailureAlert } from '../controls/Notice.tsx';
import './stale-notice.css';
import './state.css';

interface EmptyStateProps {
  readonly title: string;
  /** Why it is empty, and what would fill it. */
  readonly text: string;
  readonly art?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown on a page that has no content yet. */
export function EmptyState({ title, text, art, action }: EmptyStateProps) {
  return (
    <div className="state">
      {art}
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
    </div>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly error: unknown;
  /** What the failure means for the data; by default, that only reading failed. */
  readonly consequence?: string;
  readonly onRetry: () => void;
}

/** Shown if a page could not be loaded. */
export function ErrorState({ title, error, consequence, onRetry }: ErrorStateProps) {
  const retry = useFocusFallback<HTMLButtonElement>((button) =>
    button.closest<HTMLElement>('[role="dialog"]'),
  );
  const { text, requestId } = failureText(error, 'Something unexpected happened.');
  return (
    <div className="state" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <p>{consequence ?? 'Only this view is affected: no data was changed.'}</p>
      <Button ref={retry} onClick={onRetry}>
        Try Again
      </Button>
      {requestId ? <p className="state-request">Request {requestId}</p> : null}
    </div>
  );
}

/** A line drawing of two sides and the way between them, for empty pages. */
export function BridgeArt() {
  return (
    <svg className="state-art" viewBox="0 0 200 88" fill="none" aria-hidden focusable="false">
      <g stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round">
        <path d="M14 44 38 24l24 20v26H14z" />
        <path d="M31 70V54h14v16" />
        <rect x="138" y="28" width="48" height="42" rx="6" />
        <path d="M148 42h28M148 52h20M148 60h12" />
        <path d="M74 52h34" strokeDasharray="4 6" />
        <path d="M116 52h12m-5-5 5 5-5 5" />
      </g>
      <circle cx="38" cy="42" r="3" fill="var(--ridgeline-acculynx)" />
      <circle cx="178" cy="36" r="3" fill="var(--ridgeline-hubspot)" />
    </svg>
  );
}

interface StaleNoticeProps {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Says that the content below is outdated because the last request failed; the class `stale` grays it out. */
export function StaleNotice({ title, error, onRetry }: StaleNoticeProps) {
  return (
    <div className="stale-notice">
      <FailureAlert title={title} error={error} fallback="Something unexpected happened." />
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  );
}

interface LastKnownProps {
  /** What could not be refreshed. */
  readonly title: string;
  /** The failure since the last answer; undefined where there was none. */
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** The content of the last answer; if a request has failed since, it is grayed out and marked as outdated. */
export function LastKnown({ title, error, onRetry, children }: LastKnownProps) {
  const old = error !== undefined;
  return (
    <>
      {old ? <StaleNotice title={title} error={error} onRetry={onRetry} /> : null}
      <div className={old ? 'stale' : undefined}>{children}</div>
    </>
  );
}
