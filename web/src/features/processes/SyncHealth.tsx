import type { ProcessHealth, SyncState, SyncStatus, SyncWorker } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { LastKnown } from '../../ui/page/PageStates.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { formatAgo, formatCount, formatRecords } from '../../ui/text/format.ts';
import { recordNoun } from '../sync/sync-display.ts';
import { useSyncs } from '../sync/use-syncs.ts';

/** How auto-sync of the company's connections stands, in a line; nothing where it was never switched on. */
export function SyncHealth() {
  const { data, error, mutate } = useSyncs();
  const on = (data ?? []).filter(({ state }) => state !== 'off');
  if (on.length === 0) return null;
  const waiting = on.reduce((sum, sync) => sum + sync.waiting, 0);
  const oldest = oldestOf(on);
  return (
    <LastKnown title="Could not refresh auto-sync" error={error} onRetry={() => void mutate()}>
      <p className="process-sync numbers">
        <strong>Auto-sync</strong>
        <span>{statesInWords(on)}</span>
        <span>
          {formatRecords(waiting, recordNoun)} waiting
          {oldest === null ? null : (
            <>
              , oldest: <Ago time={oldest} />
            </>
          )}
        </span>
        <Link to="/connections">See all connections</Link>
      </p>
    </LastKnown>
  );
}

interface SyncWorkersProps {
  readonly workers: readonly SyncWorker[];
  /** When the server looked at them. */
  readonly at: ProcessHealth['at'];
}

/** The workers of auto-sync, one to a line, each with the portals that it holds; nothing while none holds any. */
export function SyncWorkers({ workers, at }: SyncWorkersProps) {
  if (workers.length === 0) return null;
  return (
    <ul className="sync-workers" aria-label="Workers of auto-sync">
      {workers.map((worker) => (
        <li key={worker.processId}>
          <OneLine text={`${worker.serverInstanceId}, process ${worker.pid}`} />
          <span className="numbers">{holdsInWords(worker, at)}</span>
        </li>
      ))}
    </ul>
  );
}

const portalNoun = { one: 'HubSpot portal', many: 'HubSpot portals' } as const;

/** `Syncs 2 HubSpot portals`, and since when a worker that misses its heartbeats does. */
export function holdsInWords(
  { syncs, isHealthy, lastHeartbeat }: Pick<SyncWorker, 'syncs' | 'isHealthy' | 'lastHeartbeat'>,
  at: ProcessHealth['at'],
): string {
  const held = `Syncs ${formatRecords(syncs, portalNoun)}`;
  if (isHealthy) return held;
  return `${held}; unhealthy, last heartbeat ${formatAgo(lastHeartbeat, at === undefined ? Date.now() : Date.parse(at))}`;
}

const words: readonly (readonly [state: SyncState, word: string])[] = [
  ['current', 'up to date'],
  ['working', 'copying'],
  ['waiting', 'waiting'],
];

/** `3 connections up to date, 1 waiting` */
export function statesInWords(syncs: readonly Pick<SyncStatus, 'state'>[]): string {
  const parts = words.flatMap(([state, word]) => {
    const count = syncs.filter((sync) => sync.state === state).length;
    return count === 0 ? [] : [[count, word] as const];
  });
  return parts
    .map(([count, word], place) =>
      place === 0
        ? `${formatRecords(count, { one: 'connection', many: 'connections' })} ${word}`
        : `${String(count)} ${word}`,
    )
    .join(', ');
}

/** `1 process is running. Auto-sync: 3 connections up to date.`: nothing is wrong. */
export function wellText(processes: number, syncs: readonly Pick<SyncStatus, 'state'>[]): string {
  const running =
    processes === 0
      ? 'No process is running.'
      : processes === 1
        ? '1 process is running.'
        : `${formatCount(processes)} processes are running.`;
  const states = statesInWords(syncs.filter(({ state }) => state !== 'off'));
  return states === '' ? running : `${running} Auto-sync: ${states}.`;
}

/** When the oldest waiting record of all became known; null when none waits. */
function oldestOf(syncs: readonly Pick<SyncStatus, 'oldestWaitingAt'>[]): string | null {
  const times = syncs.flatMap(({ oldestWaitingAt }) => oldestWaitingAt ?? []);
  return times.toSorted()[0] ?? null;
}
