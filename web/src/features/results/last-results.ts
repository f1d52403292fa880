import { migrationTypeSchema, type Migration } from '@ridgeline/contracts';
import { isFinal } from '../live/migration-cache.ts';

/** A dry run wrote nothing, and what was cancelled before it started did nothing. */
const isResult = (one: Migration): boolean => isFinal(one) && !one.dryRun && one.startedAt !== null;

/** The last migration of each type that ended with a result, of one connection, in the order of the types. */
export function lastResultsOf(connectionId: number, migrations: readonly Migration[]): readonly Migration[] {
  const results = migrations
    .filter((one) => one.connectionId === connectionId && isResult(one))
    .sort((a, b) => b.id - a.id);
  return migrationTypeSchema.options.flatMap((type) => {
    const last = results.find(({ migrationType }) => migrationType === type);
    return last ? [last] : [];
  });
}
