import { currentMigrations, getMigration } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** The live stream carries every change; polling is the fallback for when it is broken. */
export const pollMs = 30_000;
/** Polled queries are fresh for less than a poll. */
export const freshMs = 5000;

/** What runs, and what came of each connection last. */
export const useCurrentMigrations = () =>
  useQuery(currentMigrations, {}, { refreshInterval: pollMs, dedupingInterval: freshMs });

export const useMigration = (id: string) =>
  useQuery(getMigration, { params: { id } }, { refreshInterval: pollMs, dedupingInterval: freshMs });
