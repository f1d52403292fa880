import { getMigrationLogs, type Migration, type MigrationLog } from '@ridgeline/contracts';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '../../../api/use-query.ts';
import { isFinal } from '../../live/migration-cache.ts';

/** The stream does not carry log entries: each migration update fetches them, but at most this often. */
const calmMs = 1500;
/** A long log is a large answer. */
const calmForLongMs = 5000;
const longLog = 2000;

export interface ShownLogs {
  /** The number of loaded entries; undefined before the first answer. */
  readonly lines: number | undefined;
  /** Whether the last fetch failed: then SWR retries with increasing delays. */
  readonly failing: boolean;
}

/** Fetches the logs again whenever the migration has changed: immediately after a pause, else when the calm is over. */
export function useLogRefresh(
  migration: Migration,
  { lines, failing }: ShownLogs,
  fetchAgain: () => void,
): void {
  const { version } = migration;
  const final = isFinal(migration);
  const lastAt = useRef(0);
  const fetched = useRef<number | null>(null);
  const loaded = lines !== undefined;
  // Nothing is logged after the end, so an answer from then is final.
  const [askedAfterEnd] = useState(final && !loaded);
  const calm = (lines ?? 0) > longLog ? calmForLongMs : calmMs;

  useEffect(() => {
    if (!loaded || failing) return;
    // The first answer is as new as the page, except when the migration has ended since.
    if (fetched.current === null && (!final || askedAfterEnd)) fetched.current = version;
    if (fetched.current === version) return;
    const wait = final ? 0 : Math.max(0, lastAt.current + calm - Date.now());
    const timer = setTimeout(() => {
      lastAt.current = Date.now();
      fetched.current = version;
      fetchAgain();
    }, wait);
    return () => {
      clearTimeout(timer);
    };
  }, [version, final, askedAfterEnd, loaded, failing, calm, fetchAgain]);
}

/** A fallback for when the live stream is down; normally, each update of the migration fetches its logs. */
const pollMs = 10_000;

export const logLimit = 10_000;

/** Lines never change once they are written: two answers with the same ends and length are the same. */
const sameLogs = (a: readonly MigrationLog[] | undefined, b: readonly MigrationLog[] | undefined): boolean =>
  a === b ||
  (a !== undefined && a.length === b?.length && a[0]?.id === b[0]?.id && a.at(-1)?.id === b.at(-1)?.id);

const config = (running: boolean) =>
  ({ refreshInterval: running ? pollMs : 0, dedupingInterval: pollMs - 1000, compare: sameLogs }) as const;

/** The newest lines of a migration's log; asked for once, however many parts of the page read it. */
export const useMigrationLogs = (id: number, running: boolean) =>
  useQuery(getMigrationLogs, { params: { id: String(id) }, query: { limit: logLimit } }, config(running));

/** The entries that the server finds in the whole log; an empty text makes no request. */
export const useLogSearch = (id: number, running: boolean, text: string) =>
  useQuery(
    getMigrationLogs,
    text === '' ? null : { params: { id: String(id) }, query: { search: text, limit: logLimit } },
    config(running),
  );
