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
  /** Samples are added together with cache writes, so that components showing both render once. */
  readonly samples: Pick<ProgressSamples, 'add'>;
  readonly onEnd: (migration: Migration) => void;
  /** The counts of an ended migration changed: the batch in progress at a cancellation is still counted. */
  readonly onEndChanged: (migration: Migration) => void;
}

const listKey = queryKey(allMigrations);
const currentKey = queryKey(currentMigrations);
const processesKey = queryKey(getProcessHealth);

const migrationKey = (id: number): string => queryKey(getMigration, { params: { id: String(id) } });

/** The numbers on the page move at most five times a second, however fast updates arrive. */
const flushEveryMs = 200;

/** The minimum interval between refetches of history pages and the health card, whose rows may have changed. */
const turnsEveryMs = 1_000;

/** Changes when a run begins, loses its worker, gets a new one, or ends. */
const turnOf = ({ status, health }: Migration): string => `${status} ${String(health)}`;

const isPage = (key: unknown): key is string => typeof key === 'string' && key.startsWith(`${listKey}?`);

const oneKey = new RegExp(`^${listKey}/\\d+$`);

/** The migrations in a query's answer; empty if the query is about something else. */
function migrationsIn(key: string, answer: unknown): readonly Migration[] {
  if (isPage(key)) return (answer as HistoryPage).migrations;
  if (key === currentKey) return answer as Migration[];
  return oneKey.test(key) ? [answer as Migration] : [];
}

/** Whether this update is the end itself; later counts only move the last activity. */
const isEndItself = ({ completedAt, lastActivityAt }: Migration): boolean => completedAt === lastActivityAt;

/** Writes live updates into the query cache, the newest copy of each migration at a time. */
export function createMigrationCache({ cache, mutate, samples, onEnd, onEndChanged }: MigrationCacheOptions) {
  const waiting = new Map<number, Migration>();
  /** The newest version of each migration from the stream or an answer. */
  const known = new Map<number, { readonly version: number; readonly final: boolean }>();
  /** Each run's status and health as last reported by the stream. */
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

  /** Reports a new end, whether the stream or an answer brings it first, but not one from before the page was opened. */
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

  /** After a change of status or health, schedules a refetch: only the server knows which rows and processes to show. */
  const noticeTurns = (updates: readonly Migration[]) => {
    const turned = updates.filter((update) => turns.get(update.id) !== turnOf(update));
    for (const update of turned) turns.set(update.id, turnOf(update));
    if (turned.length > 0) turnsTimer ??= setTimeout(fetchTurned, turnsEveryMs);
  };

  /** Updates the rows of cached history pages. */
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
    // Only cached answers are replaced: writing before an answer exists would make SWR drop the pending request.
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
    /** Processes a query's answer that contains migrations. */
    answered: (key: string, answer: unknown): void => {
      for (const migration of migrationsIn(key, answer)) noticeEnd(migration, 'answer');
    },
    /** Refetches all migrations and processes on the page. */
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

/** The newer of two copies of a migration; without a previous copy, the other one. */
export function newerOf(former: Migration | undefined, latter: Migration): Migration {
  return former && former.version >= latter.version ? former : latter;
}

/** A list with its migrations updated to newer copies; migrations that it lacked come first, as the newest do. */
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

/** A page of the history with its rows updated to newer copies; the same object if nothing changed. */
export function pageWithUpdates(page: HistoryPage, updates: readonly Migration[]): HistoryPage {
  const byId = new Map(updates.map((update) => [update.id, update]));
  const migrations = page.migrations.map((row) => newerOf(row, byId.get(row.id) ?? row));
  return migrations.some((row, place) => row !== page.migrations[place]) ? { ...page, migrations } : page;
}

const finalStatuses: readonly MigrationStatus[] = ['completed', 'failed', 'cancelled'];

/** Whether the migration has ended. */
export const isFinal = ({ status }: Pick<Migration, 'status'>): boolean => finalStatuses.includes(status);
