import { Alert } from 'antd';
import { failureText } from '../api/error-policy.ts';

interface FailureAlertProps {
  /** The fixed title of this failure. */
  readonly title: string;
  readonly error: unknown;
  /** Stands where the server says nothing. */
  readonly fallback: string;
  /** What to do, when the reason stands beside a field already. */
  readonly advice?: string | null;
}

/** Why an action failed, beside the form that it failed in. */
export function FailureAlert({ title, error, fallback, advice = null }: FailureAlertProps) {
  const { text, requestId } = failureText(error, fallback);
  return (
    <Alert
      role="alert"
      type="error"
      showIcon
      title={<strong>{title}</strong>}
      description={advice ?? (requestId ? `${text} (request ${requestId})` : text)}
    />
  );
}
