import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons';
import type { Activity } from '@ridgeline/contracts';
import { StatusTag } from '../../../components/StatusTag.tsx';

/** How it ended. */
export function ActivityResult({ result }: Pick<Activity, 'result'>) {
  return result === 'done' ? (
    <StatusTag tone="neutral" icon={CheckCircleOutlined} text="Done" />
  ) : (
    <StatusTag tone="error" icon={CloseCircleOutlined} text="Refused" />
  );
}
