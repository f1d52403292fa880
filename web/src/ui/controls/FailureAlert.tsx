import { use } from 'react';
import { failureText } from '../../api/error-policy.ts';
import { OverlayContext, overlayEndsPage } from '../../api/overlay-context.ts';
import { Notice } from './Notice.tsx';

interface FailureAlertProps {
  /** The fixed title of this failure. */
  readonly title: string;
  readonly error: unknown;
  /** Stands where the server says nothing. */
  readonly fallback: string;
  /** What to do, when the reason stands beside a field already. */
  readonly advice?: string | null;
}

/** Why an action failed, beside the form that it failed in; nothing where an overlay tells it and the page goes with it. */
export function FailureAlert({ title, error, fallback, advice = null }: FailureAlertProps) {
  const overlay = use(OverlayContext);
  if (overlay && overlayEndsPage(error)) return null;
  const { text, requestId } = failureText(error, fallback);
  return (
    <Notice
      role="alert"
      tone="error"
      title={title}
      text={advice ?? (requestId ? `${text} (request ${requestId})` : text)}
    />
  );
}
