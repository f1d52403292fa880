import { getMigrationLogs, type MigrationLog } from '@ridgeline/contracts';
import { useQuery } from '../../../api/use-query.ts';

/** Logs are fetched with each update of their migration; this is for when the live stream is broken. */
const pollMs = 10_000;

export const logLimit = 10_000;

/** Lines never change once they are written: two answers with the same ends and length are the same. */
const sameLogs = (a: readonly MigrationLog[] | undefined, b: readonly MigrationLog[] | undefined): boolean =>
  a === b ||
  (a !== undefined && a.length === b?.length && a[0]?.id === b[0]?.id && a.at(-1)?.id === b.at(-1)?.id);

/** The newest lines of a migration's log; asked for once, however many parts of the page read it. */
export const useMigrationLogs = (id: number, running: boolean) =>
  useQuery(
    getMigrationLogs,
    { params: { id: String(id) }, query: { limit: logLimit } },
    { refreshInterval: running ? pollMs : 0, dedupingInterval: pollMs - 1000, compare: sameLogs },
  );
