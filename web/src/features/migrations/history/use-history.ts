import { findMigrations } from '@ridgeline/contracts';
import { useQuery } from '../../../api/use-query.ts';
import { freshMs, pollMs } from '../use-migrations.ts';
import { queryOf, type HistoryView } from './history-view.ts';

/** A page of the history; the former one stays in sight, marked as loading, until the next one is there. */
export const useHistory = (view: HistoryView) =>
  useQuery(
    findMigrations,
    { query: queryOf(view) },
    { refreshInterval: pollMs, dedupingInterval: freshMs, keepPreviousData: true },
  );
