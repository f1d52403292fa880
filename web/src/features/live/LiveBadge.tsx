import { CloudSyncOutlined, DisconnectOutlined, LoadingOutlined } from '@ant-design/icons';
import { StatusTag, type Tone } from '../../ui/controls/StatusTag.tsx';
import { formatTimeOfDay } from '../../ui/text/format.ts';
import { useLiveState } from './live-context.ts';
import type { LiveState } from './live-state.ts';

interface Look {
  readonly tone: Tone;
  readonly icon: typeof LoadingOutlined;
  readonly text: string;
}

const looks: Record<Exclude<LiveState['kind'], 'live'>, Look> = {
  connecting: { tone: 'waiting', icon: LoadingOutlined, text: 'Connecting…' },
  reconnecting: { tone: 'warning', icon: LoadingOutlined, text: 'Reconnecting…' },
  offline: { tone: 'error', icon: DisconnectOutlined, text: 'Offline' },
};

interface LiveBadgeProps {
  /** The text while the shown data is fresh (docs/decisions.md, 25). */
  readonly connected: string;
  /** What continues while this page gets no updates. */
  readonly keepsRunning?: string;
}

/** Whether what is shown is fresh. */
export function LiveBadge({ connected, keepsRunning = 'the migration keeps running' }: LiveBadgeProps) {
  const { kind, since } = useLiveState();
  const look: Look =
    kind === 'live' ? { tone: 'success', icon: CloudSyncOutlined, text: connected } : looks[kind];
  const stale = kind === 'reconnecting' || kind === 'offline';
  return (
    <span role="status">
      <StatusTag
        {...look}
        reason={stale ? `No updates since ${formatTimeOfDay(since)}; ${keepsRunning}` : null}
      />
    </span>
  );
}
