import { getMigration, listMigrations } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** The live stream carries every change; polling is the fallback for when it is broken. */
const pollMs = 30_000;
/** Polled queries are fresh for less than a poll. */
const freshMs = 5000;

export const useMigrations = () =>
  useQuery(listMigrations, {}, { refreshInterval: pollMs, dedupingInterval: freshMs });

export const useMigration = (id: string) =>
  useQuery(getMigration, { params: { id } }, { refreshInterval: pollMs, dedupingInterval: freshMs });
