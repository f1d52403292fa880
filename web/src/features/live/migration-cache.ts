import {
  allMigrations,
  currentMigrations,
  getMigration,
  type HistoryPage,
  type Migration,
} from '@ridgeline/contracts';
import type { useSWRConfig } from 'swr';
import { queryKey } from '../../api/use-query.ts';
import { hasJustEnded, newerOf, pageWithUpdates, withUpdates } from './migration-versions.ts';
import type { ProgressSamples } from './progress-samples.ts';

type SwrConfig = ReturnType<typeof useSWRConfig>;

interface MigrationCacheOptions extends Pick<SwrConfig, 'cache' | 'mutate'> {
  /** They grow as the cache does: what shows both is drawn once. */
  readonly samples: Pick<ProgressSamples, 'add'>;
  readonly onEnd: (migration: Migration) => void;
  /** The counts of one that has ended moved once more: the batch under way at a cancellation is still counted. */
  readonly onEndChanged: (migration: Migration) => void;
}

const listKey = queryKey(allMigrations);
const currentKey = queryKey(currentMigrations);

const migrationKey = (id: number): string => queryKey(getMigration, { params: { id: String(id) } });

/** The numbers on the page move at most five times a second, however fast updates arrive. */
const flushEveryMs = 200;

/** Pages of the history may hold others now: they are fetched afresh at most this often. */
const pagesEveryMs = 1_000;

const isPage = (key: unknown): key is string => typeof key === 'string' && key.startsWith(`${listKey}?`);

/** Writes live updates into the query cache, the newest copy of each migration at a time. */
export function createMigrationCache({ cache, mutate, samples, onEnd, onEndChanged }: MigrationCacheOptions) {
  const waiting = new Map<number, Migration>();
  const announced = new Set<number>();
  /** As the stream told them last. */
  const statuses = new Map<number, Migration['status']>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pagesTimer: ReturnType<typeof setTimeout> | undefined;

  const cachedOne = (id: number) => cache.get(migrationKey(id))?.data as Migration | undefined;
  const cachedCurrent = () => cache.get(currentKey)?.data as Migration[] | undefined;
  const cachedPages = () =>
    [...cache.keys()].filter(isPage).flatMap((key) => {
      const page = cache.get(key)?.data as HistoryPage | undefined;
      return page ? [{ key, page }] : [];
    });
  const shown = (id: number) =>
    [cachedOne(id), ...(cachedCurrent() ?? []), ...cachedPages().flatMap(({ page }) => page.migrations)].find(
      (one) => one?.id === id,
    );

  const fetchPages = () => {
    pagesTimer = undefined;
    void mutate(isPage);
  };

  /** Shows what is new of the rows on pages; which rows belong there now is for the server to say. */
  const updatePages = (updates: readonly Migration[]) => {
    const turned = updates.filter(({ id, status }) => statuses.get(id) !== status);
    for (const { id, status } of turned) statuses.set(id, status);
    for (const { key, page } of cachedPages()) {
      const next = pageWithUpdates(page, updates);
      if (next !== page) void mutate(key, next, { revalidate: false });
      if (turned.length > 0) pagesTimer ??= setTimeout(fetchPages, pagesEveryMs);
    }
  };

  const flush = () => {
    timer = undefined;
    const updates = [...waiting.values()];
    waiting.clear();
    for (const update of updates) samples.add(update, Date.now());
    // Only answers that are there are replaced: writing earlier would make SWR drop the request that is under way.
    for (const update of updates) {
      const present = cachedOne(update.id);
      if (present) void mutate(migrationKey(update.id), newerOf(present, update), { revalidate: false });
    }
    const current = cachedCurrent();
    if (current) void mutate(currentKey, withUpdates(current, updates), { revalidate: false });
    updatePages(updates);
  };

  return {
    update: (migration: Migration): void => {
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
      clearTimeout(pagesTimer);
    },
  };
}
