import type { HistoryPage, Migration, MigrationStatus } from '@ridgeline/contracts';

/** Of two copies of one migration the newer; without a former copy the other. */
export function newerOf(former: Migration | undefined, latter: Migration): Migration {
  return former && former.version >= latter.version ? former : latter;
}

/** A list with the newer copies of the updates in it; migrations it did not hold come first, as the newest do. */
export function withUpdates(list: readonly Migration[], updates: readonly Migration[]): Migration[] {
  const byId = new Map(updates.map((update) => [update.id, update]));
  const kept = list.map((migration) => {
    const update = byId.get(migration.id);
    byId.delete(migration.id);
    return update ? newerOf(migration, update) : migration;
  });
  const added = [...byId.values()].sort((a, b) => b.id - a.id);
  return [...added, ...kept];
}

/** A page of the history with the newer copies of its rows in it; the same page when the updates hold none. */
export function pageWithUpdates(page: HistoryPage, updates: readonly Migration[]): HistoryPage {
  const byId = new Map(updates.map((update) => [update.id, update]));
  const migrations = page.migrations.map((row) => newerOf(row, byId.get(row.id) ?? row));
  return migrations.some((row, place) => row !== page.migrations[place]) ? { ...page, migrations } : page;
}

const finalStatuses: readonly MigrationStatus[] = ['completed', 'failed', 'cancelled'];

/** Whether nothing will change any more. */
export const isFinal = ({ status }: Pick<Migration, 'status'>): boolean => finalStatuses.includes(status);
