import { CloseCircleOutlined } from '@ant-design/icons';
import type { Activity } from '@ridgeline/contracts';
import { StatusTag } from '../../../ui/controls/StatusTag.tsx';

/** How it ended; only what was refused asks to be seen. */
export function ActivityResult({ result }: Pick<Activity, 'result'>) {
  return result === 'done' ? (
    <span className="activity-done">Done</span>
  ) : (
    <StatusTag tone="error" icon={CloseCircleOutlined} text="Refused" />
  );
}
