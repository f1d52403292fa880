import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  PauseCircleOutlined,
  StopOutlined,
  SyncOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { Migration, MigrationStatus } from '@ridgeline/contracts';
import { formatCount } from '../../components/format.ts';
import { StatusTag, type Tone } from '../../components/StatusTag.tsx';
import { isPaused } from './phase-told.ts';

interface Look {
  readonly tone: Tone;
  readonly icon: typeof SyncOutlined;
  readonly text: string;
}

const looks: Record<MigrationStatus, Look> = {
  queued: { tone: 'waiting', icon: ClockCircleOutlined, text: 'Queued' },
  running: { tone: 'active', icon: SyncOutlined, text: 'Running' },
  completed: { tone: 'success', icon: CheckCircleOutlined, text: 'Completed' },
  failed: { tone: 'error', icon: CloseCircleOutlined, text: 'Failed' },
  cancelled: { tone: 'neutral', icon: StopOutlined, text: 'Cancelled' },
};

const waiting: Look = { tone: 'warning', icon: PauseCircleOutlined, text: 'Waiting' };

const stalled: Look = { tone: 'warning', icon: WarningOutlined, text: 'Not moving' };

function lookOf(migration: Migration): Look {
  const { status, health, errorCount } = migration;
  if (health === 'stalled') return stalled;
  if (isPaused(migration)) return waiting;
  if (status === 'completed' && errorCount > 0)
    return { tone: 'warning', icon: WarningOutlined, text: `Completed, ${formatCount(errorCount)} refused` };
  return looks[status];
}

/** A migration's status, with what holds it up or why it failed; over, but not with every record, is amber. */
export function MigrationStatusTag({ migration }: { readonly migration: Migration }) {
  const { status, waitingFor, failureMessage } = migration;
  return <StatusTag {...lookOf(migration)} reason={status === 'failed' ? failureMessage : waitingFor} />;
}
