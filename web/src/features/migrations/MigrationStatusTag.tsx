import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  PauseCircleOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { Migration, MigrationStatus } from '@ridgeline/contracts';
import { StatusTag, type Tone } from '../../components/StatusTag.tsx';

const looks: Record<MigrationStatus, { tone: Tone; icon: typeof SyncOutlined; text: string }> = {
  queued: { tone: 'waiting', icon: ClockCircleOutlined, text: 'Queued' },
  running: { tone: 'active', icon: SyncOutlined, text: 'Running' },
  completed: { tone: 'success', icon: CheckCircleOutlined, text: 'Completed' },
  failed: { tone: 'error', icon: CloseCircleOutlined, text: 'Failed' },
  cancelled: { tone: 'neutral', icon: StopOutlined, text: 'Cancelled' },
};

const waiting = { tone: 'warning', icon: PauseCircleOutlined, text: 'Waiting' } as const;

/** A migration's status, with what holds it up or why it failed. */
export function MigrationStatusTag({ migration }: { readonly migration: Migration }) {
  const { status, waitingFor, failureMessage } = migration;
  const look = status === 'running' && waitingFor ? waiting : looks[status];
  return <StatusTag {...look} reason={status === 'failed' ? failureMessage : waitingFor} />;
}
