import { objectTypes, type Migration } from '@ridgeline/contracts';
import { formatCount, formatRecords } from '../../ui/text/format.ts';
import { exceptionCount, refusedCount, refusedOf, runEnd } from '../judgement/run-judgement.ts';
import { isFinal } from '../live/migration-cache.ts';
import { countInWords } from '../migrations/record-words.ts';

/** Something that needs a user, and where it is fixed. */
export interface AttentionItem {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly to: string; readonly text: string }[];
}

/** Warnings of an older run are history, not a task; what failed stays one. */
const recentMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Runs that failed, or that completed without all that they should have copied, newest first. Of each connection and type
 * the last one that completed, the one that it retried in part, and the last that failed after it: only a completed run
 * takes the place of an earlier one. A dry run is no task. `now` is epoch milliseconds.
 */
export function badEnds(migrations: readonly Migration[], now: number): readonly Migration[] {
  const ends = migrations.filter((one) => isFinal(one) && !one.dryRun).sort((a, b) => b.id - a.id);
  const groups = Map.groupBy(ends, ({ connectionId, migrationType }) => `${connectionId}-${migrationType}`);
  return [...groups.values()]
    .flatMap(lastEnds)
    .filter((run) => needsUser(run, now))
    .sort((a, b) => b.id - a.id);
}

/** Of runs of one connection and type, newest first, those of which the end still counts. */
function lastEnds(runs: readonly Migration[]): readonly Migration[] {
  const completed = runs.find(({ status }) => status === 'completed');
  const failed = runs.find(({ status }) => status === 'failed');
  const retried = runs.find(
    ({ id }) => completed?.follows?.as === 'retry' && id === completed.follows.migrationId,
  );
  const partly = retried && completed && completed.targetCount < exceptionCount(retried) ? [retried] : [];
  return [
    ...(failed && failed.id > (completed?.id ?? 0) ? [failed] : []),
    ...(completed ? [completed] : []),
    ...partly,
  ];
}

function needsUser(run: Migration, now: number): boolean {
  const { tone } = runEnd(run);
  if (tone === 'error' || refusedCount(run) > 0) return true;
  return tone === 'warning' && now - Date.parse(run.completedAt ?? run.createdAt) < recentMs;
}

/** A bad end in words, with the way to it. */
export function badEnd(migration: Migration): AttentionItem {
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
    title: `Migration #${id} of ${connectionName}: ${runEnd(migration).exceptions.join(', ')}`,
    text:
      refused.length > 0
        ? `${inList.format(refused)} could not be copied. The rest were copied.`
        : 'All records were copied, but not with everything.',
    links: links('See which and why'),
  };
}

const inList = new Intl.ListFormat('en-US');

/** `3 of 5,000 jobs`, `200 contacts`: of its own records how many of how many, and of related ones. */
function refusedInWords(migration: Migration): readonly string[] {
  const { name, noun } = objectTypes[migration.migrationType];
  return refusedOf(migration).map(([kind, count]) =>
    kind === name
      ? `${formatCount(count)} of ${formatRecords(migration.targetCount, noun)}`
      : countInWords(kind, count),
  );
}
