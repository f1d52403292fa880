import type { Connection, CurrentMigration, Migration, SyncStatus } from '@ridgeline/contracts';
import { sentence } from '../../api/error-policy.ts';
import { formatDuration, formatList, formatRecords } from '../../ui/text/format.ts';
import { unusableReason } from '../connections/status-display.ts';
import { isFinal } from '../live/migration-cache.ts';
import { autoSyncId, behindFor, recordNoun } from '../sync/sync-display.ts';
import { syncOf } from '../sync/use-syncs.ts';
import { badEnd, badEnds, type AttentionItem } from './bad-ends.ts';

/**
 * First, connections whose credentials are rejected, each with its failed migrations, because no other migration can start
 * until that is fixed. Then auto-sync that failed or is behind, and other bad endings. Deleted connections are left out.
 * `now` is epoch milliseconds.
 */
export function concernsOf(
  connections: readonly Connection[],
  migrations: readonly CurrentMigration[],
  syncs: readonly SyncStatus[],
  now: number,
): readonly AttentionItem[] {
  const present = new Set(connections.map(({ id }) => id));
  const ends = badEnds(migrations.filter(({ connectionId }) => present.has(connectionId)));
  const told = new Set<Migration>();
  const broken = connections.flatMap((connection) => {
    const reason = unusableReason(connection);
    if (reason === null) return [];
    const failed = ends.filter((end) => end.status === 'failed' && end.connectionId === connection.id);
    for (const end of failed) told.add(end);
    return [brokenConnection(connection, reason, failed)];
  });
  return [
    ...broken,
    ...connections.flatMap((connection) => badSync(connection, syncs, now)),
    ...ends.filter((end) => !told.has(end)).map(badEnd),
  ];
}

/** Auto-sync that failed to copy records or is far behind; connections with rejected credentials are already listed. */
function badSync(
  connection: Connection,
  syncs: readonly SyncStatus[],
  now: number,
): readonly AttentionItem[] {
  const sync = syncOf(connection.id, syncs);
  return sync ? syncConcerns(connection.name, sync, unusableReason(connection) === null ? now : null) : [];
}

/** What is wrong with the auto-sync of the connection with this name; delays only count if `now` is given. */
export function syncConcerns(name: string, sync: SyncStatus, now: number | null): readonly AttentionItem[] {
  const { connectionId: id, deadLetters, waiting, waitingFor } = sync;
  const to = `/connections/${id}#${autoSyncId}`;
  const behind = now === null ? null : behindFor(sync, now);
  const failed = {
    key: `sync-failed-${id}`,
    title: `${name}: auto-sync failed to copy ${formatRecords(deadLetters, recordNoun)}`,
    text: 'The connection lists each with its reason and what to do.',
    links: [{ to, text: 'See which and why' }],
  };
  const late = {
    key: `sync-behind-${id}`,
    title: `${name}: auto-sync is ${formatDuration(behind ?? 0)} behind`,
    text: `${waitingFor === null ? '' : `${sentence(waitingFor)} `}${formatRecords(waiting, recordNoun)} waiting. No change is lost.`,
    links: [{ to, text: 'See auto-sync' }],
  };
  return [...(deadLetters > 0 ? [failed] : []), ...(behind === null ? [] : [late])];
}

function brokenConnection(
  { id, name }: Connection,
  reason: string,
  failed: readonly Migration[],
): AttentionItem {
  const runs = failed.map((run) => `migration #${run.id}`);
  return {
    key: `connection-${id}`,
    title: failed.length > 0 ? `${name}: ${formatList(runs)} failed` : name,
    text: `${reason} No migration can start with it.`,
    links: [
      { to: `/connections/${id}`, text: 'See the connection' },
      ...failed.map((run) => ({
        to: `/migrations/${run.id}`,
        text: failed.length > 1 ? `See what happened to #${run.id}` : 'See what happened',
      })),
    ],
  };
}

/** What runs or waits to run, running ones first. */
export function unfinished(migrations: readonly Migration[]): readonly Migration[] {
  return migrations
    .filter((migration) => !isFinal(migration))
    .sort((a, b) => Number(b.status === 'running') - Number(a.status === 'running') || a.id - b.id);
}
