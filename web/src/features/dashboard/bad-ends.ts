import { objectTypes, type CurrentMigration } from '@ridgeline/contracts';
import { formatCount, formatList, formatRecords } from '../../ui/text/format.ts';
import { refusedCount, refusedOf, runEnd } from '../summary/run-summary.ts';
import { isFinal } from '../live/migration-cache.ts';
import { countInWords } from '../migrations/record-words.ts';

/** Something that needs a user, and where it is fixed. */
export interface AttentionItem {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly to: string; readonly text: string }[];
  /** The number of a completed migration, by which the item can be dismissed. */
  readonly dismissible?: number;
}

/**
 * Migrations that failed or completed without copying everything they should have, newest first. For each connection and
 * type: the last completed migration (a retry only if there is no other), and the last failure if it is newer than every
 * completed one. Only a completed run of all records supersedes an earlier one; retries reduce what counts as rejected in
 * it. Dry runs are left out.
 */
export function badEnds(migrations: readonly CurrentMigration[]): readonly CurrentMigration[] {
  const ends = migrations.filter((one) => isFinal(one) && !one.dryRun).sort((a, b) => b.id - a.id);
  const groups = Map.groupBy(ends, ({ connectionId, migrationType }) => `${connectionId}-${migrationType}`);
  return [...groups.values()]
    .flatMap(lastEnds)
    .filter((run) => run.status === 'failed' || exceptionsNow(run).length > 0)
    .sort((a, b) => b.id - a.id);
}

/** Of runs of one connection and type, newest first, those of which the end still counts. */
function lastEnds(runs: readonly CurrentMigration[]): readonly CurrentMigration[] {
  const completed = runs.filter(({ status }) => status === 'completed');
  const base =
    completed.find(({ stillFailed }) => stillFailed !== undefined) ??
    completed.find(({ follows }) => follows?.as !== 'retry') ??
    completed[0];
  const failed = runs.find(({ status }) => status === 'failed');
  return [...(failed && failed.id > (completed[0]?.id ?? 0) ? [failed] : []), ...(base ? [base] : [])];
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** What is still wrong after the retries: `4 of 13 still rejected`. */
function exceptionsNow(migration: CurrentMigration): readonly string[] {
  const { exceptions } = runEnd(migration);
  const { stillFailed } = migration;
  if (stillFailed === undefined) return exceptions;
  const [refused, still] = [refusedCount(migration), sum(Object.values(stillFailed))];
  // If any records were rejected, they are the first exception.
  const others = refused > 0 ? exceptions.slice(1) : exceptions;
  if (still === 0) return others;
  const of = still <= refused ? ` of ${formatCount(refused)}` : '';
  return [`${formatCount(still)}${of} still rejected`, ...others];
}

/** Describes a bad ending, with a link to it. */
export function badEnd(migration: CurrentMigration): AttentionItem {
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
  const refused = refusedInWords(migration);
  return {
    key,
    title: `Migration #${id} of ${connectionName}: ${exceptionsNow(migration).join(', ')}`,
    text:
      refused.length > 0
        ? `${formatList(refused)} could not be copied. The rest were copied.`
        : 'All records were copied, but not with everything.',
    links: links('See which and why'),
    dismissible: id,
  };
}

/** The rejected records: `3 of 5,000 jobs` for the migration's own records, `200 contacts` for related ones. */
function refusedInWords(migration: CurrentMigration): readonly string[] {
  const { name, noun } = objectTypes[migration.migrationType];
  const { stillFailed } = migration;
  const refused = stillFailed
    ? Object.entries(stillFailed).filter(([, count]) => count > 0)
    : refusedOf(migration);
  return refused.map(([kind, count]) =>
    kind === name
      ? `${formatCount(count)} of ${formatRecords(migration.targetCount, noun)}`
      : countInWords(kind, count),
  );
}
