import { objectTypes, type Connection, type Migration, type SyncStatus } from '@ridgeline/contracts';
import { sentence } from '../../api/error-policy.ts';
import { formatCount, formatDuration, formatRecords } from '../../ui/text/format.ts';
import { unusableReason } from '../connections/status-display.ts';
import { refusedCount, refusedOf } from '../judgement/run-judgement.ts';
import { isFinal } from '../live/migration-cache.ts';
import { countInWords } from '../migrations/record-words.ts';
import { autoSyncId, behindFor, recordNoun } from '../sync/sync-display.ts';
import { syncOf } from '../sync/use-syncs.ts';

/** Something that does not work by itself any more, and where to look after it. */
export interface AttentionItem {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly to: string; readonly text: string }[];
}

/** An older failure is history, not a task. */
const recentMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Connections whose credentials are refused, each with its runs that failed: no other can start before it is mended. Then
 * auto-sync that failed or is behind, and the other bad ends. `now` is epoch milliseconds.
 */
export function concernsOf(
  connections: readonly Connection[],
  migrations: readonly Migration[],
  syncs: readonly SyncStatus[],
  now: number,
): readonly AttentionItem[] {
  const ends = badEnds(migrations, now);
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

/** Records that auto-sync failed to copy, or has not copied for long; refused credentials are listed already. */
function badSync(
  connection: Connection,
  syncs: readonly SyncStatus[],
  now: number,
): readonly AttentionItem[] {
  const { id, name } = connection;
  const sync = syncOf(id, syncs);
  if (!sync) return [];
  const { deadLetters, waiting, waitingFor } = sync;
  const to = `/connections/${id}#${autoSyncId}`;
  const behind = unusableReason(connection) === null ? behindFor(sync, now) : null;
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

const inList = new Intl.ListFormat('en-US');

function brokenConnection(
  { id, name }: Connection,
  reason: string,
  failed: readonly Migration[],
): AttentionItem {
  const runs = failed.map((run) => `migration #${run.id}`);
  return {
    key: `connection-${id}`,
    title: failed.length > 0 ? `${name}: ${inList.format(runs)} failed` : name,
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

/**
 * Runs that failed, or that came to their end without what failed, of their own records or of what came along,
 * within the last seven days, newest first; not those after which the same connection and type was started again. A dry run is no task.
 */
function badEnds(migrations: readonly Migration[], now: number): readonly Migration[] {
  const newest = new Map<string, Migration>();
  for (const migration of migrations.filter(({ dryRun }) => !dryRun)) {
    const key = `${migration.connectionId}-${migration.migrationType}`;
    const known = newest.get(key);
    if (!known || migration.id > known.id) newest.set(key, migration);
  }
  return [...newest.values()]
    .filter(({ completedAt, createdAt }) => now - Date.parse(completedAt ?? createdAt) < recentMs)
    .filter((run) => run.status === 'failed' || (run.status === 'completed' && refusedCount(run) > 0))
    .sort((a, b) => b.id - a.id);
}

function badEnd(migration: Migration): AttentionItem {
  const { id, status, connectionName, failureMessage } = migration;
  const key = `migration-${id}`;
  const links = (text: string) => [{ to: `/migrations/${id}`, text }];
  if (status === 'failed') {
    return {
      key,
      title: `Migration #${id} of ${connectionName} failed`,
      text: failureMessage ?? 'What was written stays; you can start it again.',
      links: links('See what happened'),
    };
  }
  return {
    key,
    title: `Migration #${id} of ${connectionName}: ${formatCount(refusedCount(migration))} refused`,
    text: `${inList.format(refusedInWords(migration))} could not be copied. The others are there.`,
    links: links('See which and why'),
  };
}

/** `3 of 5,000 jobs`, `200 contacts`: of its own records how many of how many, and what came along with them. */
function refusedInWords(migration: Migration): readonly string[] {
  const { name, noun } = objectTypes[migration.migrationType];
  return refusedOf(migration).map(([kind, count]) =>
    kind === name
      ? `${formatCount(count)} of ${formatRecords(migration.targetCount, noun)}`
      : countInWords(kind, count),
  );
}

/** What runs or waits to run, running ones first. */
export function unfinished(migrations: readonly Migration[]): readonly Migration[] {
  return migrations
    .filter((migration) => !isFinal(migration))
    .sort((a, b) => Number(b.status === 'running') - Number(a.status === 'running') || a.id - b.id);
}
