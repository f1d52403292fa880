import { CloudSyncOutlined, DisconnectOutlined, LoadingOutlined } from '@ant-design/icons';
import { formatTimeOfDay } from '../../components/format.ts';
import { StatusTag, type Tone } from '../../components/StatusTag.tsx';
import { useLiveState } from './live-context.ts';
import type { LiveState } from './live-state.ts';

const looks: Record<LiveState['kind'], { tone: Tone; icon: typeof LoadingOutlined; text: string }> = {
  connecting: { tone: 'waiting', icon: LoadingOutlined, text: 'Connecting…' },
  live: { tone: 'success', icon: CloudSyncOutlined, text: 'Real-time updates connected' },
  reconnecting: { tone: 'warning', icon: LoadingOutlined, text: 'Reconnecting…' },
  offline: { tone: 'error', icon: DisconnectOutlined, text: 'Offline' },
};

/** Whether what is shown is fresh. */
export function LiveBadge() {
  const { kind, since } = useLiveState();
  const look = looks[kind];
  const stale = kind === 'reconnecting' || kind === 'offline';
  return (
    <span role="status">
      <StatusTag
        {...look}
        text={kind === 'offline' ? `${look.text} since ${formatTimeOfDay(since)}` : look.text}
        reason={stale ? `No updates since ${formatTimeOfDay(since)}; the migration itself goes on` : null}
      />
    </span>
  );
}
