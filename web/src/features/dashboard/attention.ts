import { objectTypes, type Connection, type Migration } from '@ridgeline/contracts';
import { formatCount, formatRecords } from '../../components/format.ts';
import { unusableReason } from '../connections/connection-health.ts';
import { isFinal } from '../live/migration-versions.ts';

/** Something that does not work by itself any more, and where to look after it. */
export interface Concern {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly link: string;
}

/** An older failure is history, not a task. */
const recentMs = 7 * 24 * 60 * 60 * 1000;

/** Connections whose credentials are refused. */
export function brokenConnections(connections: readonly Connection[]): readonly Concern[] {
  return connections.flatMap((connection) => {
    const reason = unusableReason(connection);
    if (reason === null) return [];
    return [
      {
        key: `connection-${connection.id}`,
        title: connection.name,
        text: `${reason} No migration can start with it.`,
        to: `/connections/${connection.id}`,
        link: 'See the connection',
      },
    ];
  });
}

/**
 * Runs that failed, or that came to their end without records that HubSpot refused, within the last seven days, newest
 * first; not those after which the same connection and type was started again. `now` is epoch milliseconds.
 */
export function badEnds(migrations: readonly Migration[], now: number): readonly Concern[] {
  const newest = new Map<string, Migration>();
  for (const migration of migrations) {
    const key = `${migration.connectionId}-${migration.migrationType}`;
    const known = newest.get(key);
    if (!known || migration.id > known.id) newest.set(key, migration);
  }
  return [...newest.values()]
    .filter(({ completedAt, createdAt }) => now - Date.parse(completedAt ?? createdAt) < recentMs)
    .sort((a, b) => b.id - a.id)
    .flatMap((migration) => concernOf(migration) ?? []);
}

function concernOf({
  id,
  status,
  errorCount,
  targetCount,
  migrationType,
  connectionName,
  failureMessage,
}: Migration): Concern | null {
  const where = { key: `migration-${id}`, to: `/migrations/${id}` };
  if (status === 'failed') {
    return {
      ...where,
      title: `Migration #${id} of ${connectionName} failed`,
      text: failureMessage ?? 'What was written stays; you can start it again.',
      link: 'See what happened',
    };
  }
  if (status !== 'completed' || errorCount === 0) return null;
  const { noun } = objectTypes[migrationType];
  return {
    ...where,
    title: `Migration #${id} of ${connectionName}: ${formatCount(errorCount)} refused`,
    text: `HubSpot did not take ${formatCount(errorCount)} of ${formatRecords(targetCount, noun)}. The others are there.`,
    link: 'See which and why',
  };
}

/** What runs or waits to run, running ones first. */
export function unfinished(migrations: readonly Migration[]): readonly Migration[] {
  return migrations
    .filter((migration) => !isFinal(migration))
    .sort((a, b) => Number(b.status === 'running') - Number(a.status === 'running') || a.id - b.id);
}
