import {
  CheckCircleOutlined,
  MinusCircleOutlined,
  PauseCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { SyncState, SyncStatus } from '@ridgeline/contracts';
import { sentence } from '../../api/error-policy.ts';
import type { Tone } from '../../ui/controls/StatusTag.tsx';
import { formatRecords } from '../../ui/text/format.ts';

/** The element id of auto-sync on its connection's page, for links to it. */
export const autoSyncId = 'auto-sync';

export const recordNoun = { one: 'record', many: 'records' } as const;

/** Explains what missed changes are. */
export const missedText =
  'No event arrived for these changes within an hour. Auto-sync found them by comparing, and copies them.';

/** A connection's auto-sync as displayed: its word, its tone, and what that means for the records. */
export interface SyncLook {
  readonly tone: Tone;
  readonly icon: typeof SyncOutlined;
  readonly text: string;
  readonly reason: string;
}

const looks: Readonly<Record<SyncState, Omit<SyncLook, 'reason'>>> = {
  off: { tone: 'neutral', icon: MinusCircleOutlined, text: 'Off' },
  current: { tone: 'success', icon: CheckCircleOutlined, text: 'Up to date' },
  working: { tone: 'active', icon: SyncOutlined, text: 'Copying' },
  waiting: { tone: 'warning', icon: PauseCircleOutlined, text: 'Waiting' },
};

/** The fields that determine how a state is displayed. */
export type ToldSync = Pick<SyncStatus, 'state' | 'waiting' | 'waitingFor' | 'deadLetters'>;

/** Of a connection whose auto-sync was never switched on. */
export const neverOn: ToldSync = { state: 'off', waiting: 0, waitingFor: null, deadLetters: 0 };

export const syncLook = (sync: ToldSync): SyncLook => ({ ...looks[sync.state], reason: reasonOf(sync) });

function reasonOf({ state, waiting, waitingFor, deadLetters }: ToldSync): string {
  switch (state) {
    case 'off':
      return 'Changes in AccuLynx are not copied automatically. Migrations copy them.';
    case 'current':
      return `All known changes in AccuLynx are in HubSpot${deadLetters > 0 ? ', except those of failed records' : ''}.`;
    case 'working':
      // The last round is not over: associations and emails follow its records.
      return waiting === 0
        ? 'The last changes are being copied.'
        : `${formatRecords(waiting, recordNoun)} waiting to be copied.`;
    case 'waiting':
      return `${sentence(waitingFor ?? 'AccuLynx or HubSpot is unavailable')} No change is lost; copying resumes automatically.`;
  }
}

/** Records that wait longer than this need a look, in milliseconds. */
const behindAfterMs = 10 * 60_000;

/** For how long the oldest record has waited, in milliseconds, where that is too long; else null. `now` is epoch milliseconds. */
export function behindFor(
  { oldestWaitingAt }: Pick<SyncStatus, 'oldestWaitingAt'>,
  now: number,
): number | null {
  if (oldestWaitingAt === null) return null;
  const age = now - Date.parse(oldestWaitingAt);
  return age > behindAfterMs ? age : null;
}
