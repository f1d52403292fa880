import { currentMigrations } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** The live stream carries every change; polling is the fallback for when it is broken. */
export const pollMs = 30_000;
/** Polled queries are fresh for less than a poll. */
export const freshMs = 5000;

/** What runs, and the last results of each connection. */
export const useCurrentMigrations = () =>
  useQuery(currentMigrations, {}, { refreshInterval: pollMs, dedupingInterval: freshMs });
