import { pause } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';

/** A statement and for how long it was observed. */
interface SeenStatement {
  readonly seconds: number;
  readonly sql: string;
}

/** Watches statements until the result is requested, or until it is disposed. */
interface StatementWatch extends AsyncDisposable {
  /** Ends the watch and returns the longest statement observed. Throws when Postgres could not be queried. */
  longest(): Promise<SeenStatement>;
}

const everyMs = 50;

/**
 * Samples 20 times per second what the services' connections run, on any server, without a change of its settings: the
 * result is too short by at most one interval. A statement that waits for a lock counts as running.
 */
export function watchStatements(db: Database): StatementWatch {
  const stop = new AbortController();
  let longest: SeenStatement = { seconds: 0, sql: '' };
  const look = () =>
    db.forSystem((tx) =>
      tx.maybeOne<SeenStatement>(
        `select extract(epoch from clock_timestamp() - query_start)::float8 as seconds, left(query, 200) as sql
         from pg_stat_activity
         where datname = current_database() and state = 'active' and backend_type = 'client backend'
           and usename like '%\\_app' order by query_start limit 1`,
      ),
    );
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const seen = await look();
      if (seen && seen.seconds > longest.seconds) longest = seen;
      await pause(everyMs, stop.signal).catch(() => undefined);
    }
  };
  const running = run();
  // The caller of the result receives the failure.
  running.catch(() => undefined);
  const end = async (): Promise<SeenStatement> => {
    stop.abort();
    await running;
    return longest;
  };
  return {
    longest: end,
    async [Symbol.asyncDispose]() {
      await end().catch(() => undefined);
    },
  };
}
