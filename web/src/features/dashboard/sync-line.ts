import type { SyncStatus } from '@ridgeline/contracts';
import { formatCount, formatRecords } from '../../ui/text/format.ts';
import { recordNoun, syncLook, type SyncLook } from '../sync/sync-display.ts';

/** A company's auto-sync in one line. */
export interface SyncLine extends Pick<SyncLook, 'tone' | 'icon'> {
  readonly state: SyncStatus['state'];
  /** Without a full stop: the last change follows it. */
  readonly text: string;
  /** What blocks a connection, as a separate sentence. */
  readonly reason: string | null;
  /** When a record was last changed in HubSpot. */
  readonly lastChangeAt: string | null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/**
 * Summarizes all connections of a company. A blocked connection takes precedence; connections with auto-sync off do not
 * count.
 */
export function syncLineOf(syncs: readonly SyncStatus[]): SyncLine {
  const on = syncs.filter(({ state }) => state !== 'off');
  const inState = (state: SyncStatus['state']) => on.filter((sync) => sync.state === state);
  const [held, working, [first]] = [inState('waiting'), inState('working'), on];
  const [shown = first] = held.length > 0 ? held : working;
  if (!shown) return { ...lookOf('off'), text: 'Auto-sync is off', reason: null, lastChangeAt: null };

  const linked = on.map((sync) => sync.linked ?? null);
  const all = linked.includes(null) ? null : sum(linked.flatMap((count) => count ?? []));
  const changes = on.flatMap(({ lastChangeAt }) => lastChangeAt ?? []);
  return {
    ...lookOf(shown.state),
    text: textOf(on, { state: shown.state, all }),
    reason: held.length > 0 ? syncLook(shown).reason : null,
    lastChangeAt: changes.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null,
  };
}

function lookOf(state: SyncStatus['state']): Pick<SyncLine, 'state' | 'tone' | 'icon'> {
  const { tone, icon } = syncLook({ state, waiting: 0, waitingFor: null, deadLetters: 0 });
  return { state, tone, icon };
}

function textOf(
  on: readonly SyncStatus[],
  { state, all }: { readonly state: SyncStatus['state']; readonly all: number | null },
): string {
  const waiting = sum(on.map((sync) => sync.waiting));
  const failed = sum(on.map(({ deadLetters }) => deadLetters));
  if (state === 'current') {
    const records =
      all === null ? 'All records' : `${all === 1 ? '' : 'All '}${formatRecords(all, recordNoun)}`;
    return `${records} up to date${failed > 0 ? `, except ${formatCount(failed)} that failed` : ''}`;
  }
  const waits =
    waiting === 0 ? 'The last changes are being copied' : `${formatRecords(waiting, recordNoun)} waiting`;
  return all === null ? waits : `${waits}, ${formatRecords(all, recordNoun)} in HubSpot`;
}
