import { Button } from 'antd';
import { FailureAlert } from './FailureAlert.tsx';
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
