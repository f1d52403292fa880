import {
  allMigrations,
  currentMigrations,
  getMigration,
  getProcessHealth,
  type HistoryPage,
  type Migration,
  type MigrationStatus,
} from '@ridgeline/contracts';
import type { useSWRConfig } from 'swr';
import { queryKey } from '../../api/use-query.ts';
import type { ProgressSamples } from './progress-samples.ts';

type SwrConfig = ReturnType<typeof useSWRConfig>;

interface MigrationCacheOptions extends Pick<SwrConfig, 'cache' | 'mutate'> {
  /** They grow as the cache does: what shows both is drawn once. */
  readonly samples: Pick<ProgressSamples, 'add'>;
  readonly onEnd: (migration: Migration) => void;
  /** The counts of one that has ended moved again: the batch under way at a cancellation is still counted. */
  readonly onEndChanged: (migration: Migration) => void;
}

const listKey = queryKey(allMigrations);
const currentKey = queryKey(currentMigrations);
const processesKey = queryKey(getProcessHealth);

const migrationKey = (id: number): string => queryKey(getMigration, { params: { id: String(id) } });

/** The numbers on the page move at most five times a second, however fast updates arrive. */
const flushEveryMs = 200;

/** Pages of the history may hold others now, and the health card other processes: they are fetched again at most this often. */
const turnsEveryMs = 1_000;

/** Another one is a turn of the run: it began, lost its worker, has one again, or ended. */
const turnOf = ({ status, health }: Migration): string => `${status} ${String(health)}`;

const isPage = (key: unknown): key is string => typeof key === 'string' && key.startsWith(`${listKey}?`);

const oneKey = new RegExp(`^${listKey}/\\d+$`);

/** The migrations in the answer of a query; none where it is about something else. */
function migrationsIn(key: string, answer: unknown): readonly Migration[] {
  if (isPage(key)) return (answer as HistoryPage).migrations;
  if (key === currentKey) return answer as Migration[];
  return oneKey.test(key) ? [answer as Migration] : [];
}

/** Whether it is the update of the end: what is counted later moves the last activity alone. */
const isEndItself = ({ completedAt, lastActivityAt }: Migration): boolean => completedAt === lastActivityAt;

/** Writes live updates into the query cache, the newest copy of each migration at a time. */
export function createMigrationCache({ cache, mutate, samples, onEnd, onEndChanged }: MigrationCacheOptions) {
  const waiting = new Map<number, Migration>();
  /** The newest copy of each that the stream or an answer brought. */
  const known = new Map<number, { readonly version: number; readonly final: boolean }>();
  /** As the stream told them last. */
  const turns = new Map<number, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turnsTimer: ReturnType<typeof setTimeout> | undefined;

  const cachedOne = (id: number) => cache.get(migrationKey(id))?.data as Migration | undefined;
  const cachedCurrent = () => cache.get(currentKey)?.data as Migration[] | undefined;
  const cachedPages = () =>
    [...cache.keys()].filter(isPage).flatMap((key) => {
      const page = cache.get(key)?.data as HistoryPage | undefined;
      return page ? [{ key, page }] : [];
    });

  /** The stream or an answer may be the first to bring an end; one from before the page is not reported. */
  const noticeEnd = (migration: Migration, from: 'stream' | 'answer') => {
    const { id, version } = migration;
    const former = known.get(id);
    if (former && version <= former.version) return;
    const final = isFinal(migration);
    known.set(id, { version, final });
    if (!final) return;
    if (former?.final) onEndChanged(migration);
    else if (former || (from === 'stream' && isEndItself(migration))) onEnd(migration);
  };

  const fetchTurned = () => {
    turnsTimer = undefined;
    void mutate((key) => key === processesKey || isPage(key));
  };

  /** Which rows belong to a page, and which processes there are, is for the server to say. */
  const noticeTurns = (updates: readonly Migration[]) => {
    const turned = updates.filter((update) => turns.get(update.id) !== turnOf(update));
    for (const update of turned) turns.set(update.id, turnOf(update));
    if (turned.length > 0) turnsTimer ??= setTimeout(fetchTurned, turnsEveryMs);
  };

  /** Shows what is new of the rows on pages. */
  const updatePages = (updates: readonly Migration[]) => {
    for (const { key, page } of cachedPages()) {
      const next = pageWithUpdates(page, updates);
      if (next !== page) void mutate(key, next, { revalidate: false });
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
    noticeTurns(updates);
  };

  return {
    update: (migration: Migration): void => {
      noticeEnd(migration, 'stream');
      waiting.set(migration.id, newerOf(waiting.get(migration.id), migration));
      timer ??= setTimeout(flush, flushEveryMs);
    },
    /** Takes notice of what an answer of a query says about migrations that run or have ended. */
    answered: (key: string, answer: unknown): void => {
      for (const migration of migrationsIn(key, answer)) noticeEnd(migration, 'answer');
    },
    /** Fetches everything about migrations and their processes that is shown. */
    refetch: (): void => {
      void mutate((key) => typeof key === 'string' && (key.startsWith(listKey) || key === processesKey));
    },
    stop(): void {
      clearTimeout(timer);
      clearTimeout(turnsTimer);
      timer = undefined;
      turnsTimer = undefined;
    },
  };
}

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
