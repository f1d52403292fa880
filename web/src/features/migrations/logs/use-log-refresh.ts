import type { Migration } from '@ridgeline/contracts';
import { useEffect, useRef, useState } from 'react';
import { isFinal } from '../../live/migration-versions.ts';

/** Log lines do not come by the stream: each update fetches them, but not more often than this. */
const calmMs = 1500;
/** A long log is a large answer. */
const calmForLongMs = 5000;
const longLog = 2000;

export interface ShownLogs {
  /** How many lines are there; undefined before the first answer. */
  readonly lines: number | undefined;
  /** Whether the last answer was a failure: then SWR asks again, with longer and longer waits. */
  readonly failing: boolean;
}

/** Fetches the logs anew whenever the migration has changed: at once after a pause, else when the calm is over. */
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
  // Nothing happens after the end: what is asked for then is all there will be.
  const [askedAfterEnd] = useState(final && !loaded);
  const calm = (lines ?? 0) > longLog ? calmForLongMs : calmMs;

  useEffect(() => {
    if (!loaded || failing) return;
    // The first answer is as new as the page, except when the end came meanwhile.
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
