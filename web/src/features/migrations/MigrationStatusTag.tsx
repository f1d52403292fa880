import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EyeOutlined,
  HourglassOutlined,
  PauseCircleOutlined,
  StopOutlined,
  SyncOutlined,
  UndoOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { Migration, MigrationStatus } from '@ridgeline/contracts';
import { StatusTag, type Tone } from '../../ui/controls/StatusTag.tsx';
import { purposeMark, type Purposed } from '../summary/purpose.ts';
import { runEnd } from '../summary/run-summary.ts';
import { isPaused, isWaiting, phaseOf } from './running-migrations.ts';

/** A migration's status, with what blocks it or why it failed; amber if it ended with exceptions. */
export function MigrationStatusTag({ migration }: { readonly migration: Migration }) {
  return <StatusTag {...migrationLook(migration)} />;
}

/** Marks a migration that does not copy anything itself, beside its number; nothing for one that copies. */
export function PurposeTag({ migration }: { readonly migration: Purposed }) {
  const mark = purposeMark(migration);
  return mark === null ? null : (
    <StatusTag tone="waiting" icon={migration.dryRun ? EyeOutlined : UndoOutlined} text={mark} />
  );
}

export interface MigrationLook {
  readonly tone: Tone;
  readonly icon: typeof SyncOutlined;
  readonly text: string;
  /** What blocks it, why it failed, or all exceptions where the text names only the first. */
  readonly reason: string | null;
}

type Look = Omit<MigrationLook, 'reason'>;

const looks: Record<MigrationStatus, Look> = {
  queued: { tone: 'waiting', icon: ClockCircleOutlined, text: 'Queued' },
  running: { tone: 'active', icon: SyncOutlined, text: 'Running' },
  completed: { tone: 'success', icon: CheckCircleOutlined, text: 'Completed' },
  failed: { tone: 'error', icon: CloseCircleOutlined, text: 'Failed' },
  cancelled: { tone: 'neutral', icon: StopOutlined, text: 'Cancelled' },
};

const paused: Look = { tone: 'neutral', icon: PauseCircleOutlined, text: 'Paused' };

const waiting: Look = { tone: 'warning', icon: HourglassOutlined, text: 'Waiting' };

const stalled: Look = { tone: 'warning', icon: WarningOutlined, text: 'Stalled' };

/** The badge of a migration, the same on every page. */
export function migrationLook(migration: Migration): MigrationLook {
  const { status, health, waitingFor, failureMessage } = migration;
  if (health === 'stalled') return { ...stalled, reason: waitingFor };
  if (isPaused(migration))
    return { ...paused, text: phaseOf(migration) === 'pausing' ? 'Pausing' : 'Paused', reason: null };
  if (isWaiting(migration)) return { ...waiting, reason: waitingFor };
  if (status === 'completed') return completedLook(migration);
  return { ...looks[status], reason: status === 'failed' ? failureMessage : waitingFor };
}

function completedLook(migration: Migration): MigrationLook {
  const { tone, exceptions } = runEnd(migration);
  const [first] = exceptions;
  if (first === undefined) return { ...looks.completed, tone, reason: null };
  return {
    tone,
    icon: WarningOutlined,
    text: `Completed, ${first}`,
    reason: exceptions.length > 1 ? exceptions.join(', ') : null,
  };
}
