import { Button } from 'antd';
import { failureText } from '../api/error-policy.ts';
import { useFocusHeir } from './use-focus-heir.ts';
import './state.css';

interface ErrorStateProps {
  readonly title: string;
  readonly error: unknown;
  /** What it means for the data; reading failed unless something else is said. */
  readonly consequence?: string;
  readonly onRetry: () => void;
}

/** What a page shows when it could not be loaded. */
export function ErrorState({ title, error, consequence, onRetry }: ErrorStateProps) {
  const retry = useFocusHeir<HTMLButtonElement>((button) => button.closest<HTMLElement>('[role="dialog"]'));
  const { text, requestId } = failureText(error, 'Something unexpected happened.');
  return (
    <div className="state" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <p>{consequence ?? 'This only concerns what you see here: no data was changed.'}</p>
      <Button ref={retry} onClick={onRetry}>
        Try Again
      </Button>
      {requestId ? <p className="state-request">Request {requestId}</p> : null}
    </div>
  );
}
