import { getMigration, allMigrations, type Migration } from '@ridgeline/contracts';
import type { useSWRConfig } from 'swr';
import { queryKey } from '../../api/use-query.ts';
import { hasJustEnded, newerOf, withUpdates } from './migration-versions.ts';

type SwrConfig = ReturnType<typeof useSWRConfig>;

interface MigrationCacheOptions extends Pick<SwrConfig, 'cache' | 'mutate'> {
  readonly onEnd: (migration: Migration) => void;
  /** The counts of one that has ended moved once more: the batch under way at a cancellation is still counted. */
  readonly onEndChanged: (migration: Migration) => void;
}

const listKey = queryKey(allMigrations);

const migrationKey = (id: number): string => queryKey(getMigration, { params: { id: String(id) } });

/** The numbers on the page move at most five times a second, however fast updates arrive. */
const flushEveryMs = 200;

/** Writes live updates into the query cache, the newest copy of each migration at a time. */
export function createMigrationCache({ cache, mutate, onEnd, onEndChanged }: MigrationCacheOptions) {
  const waiting = new Map<number, Migration>();
  const announced = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const cachedOne = (id: number) => cache.get(migrationKey(id))?.data as Migration | undefined;
  const cachedList = () => cache.get(listKey)?.data as Migration[] | undefined;
  const shown = (id: number) => cachedOne(id) ?? cachedList()?.find((one) => one.id === id);

  const flush = () => {
    timer = undefined;
    const updates = [...waiting.values()];
    waiting.clear();
    // Only answers that are there are replaced: writing earlier would make SWR drop the request that is under way.
    for (const update of updates) {
      const present = cachedOne(update.id);
      if (present) void mutate(migrationKey(update.id), newerOf(present, update), { revalidate: false });
    }
    const list = cachedList();
    if (list) void mutate(listKey, withUpdates(list, updates), { revalidate: false });
  };

  return {
    update(migration: Migration): void {
      const former = waiting.get(migration.id) ?? shown(migration.id);
      if (announced.has(migration.id)) onEndChanged(newerOf(former, migration));
      else if (hasJustEnded(former, migration)) {
        announced.add(migration.id);
        onEnd(migration);
      }
      waiting.set(migration.id, newerOf(waiting.get(migration.id), migration));
      timer ??= setTimeout(flush, flushEveryMs);
    },
    /** Fetches everything about migrations that is shown. */
    refetch: (): void => {
      void mutate((key) => typeof key === 'string' && key.startsWith(listKey));
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
