import { pause } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';

/** A statement and how long it was seen to run. */
interface SeenStatement {
  readonly seconds: number;
  readonly sql: string;
}

/** Watches statements until it is asked for what it saw, or disposed. */
interface StatementWatch extends AsyncDisposable {
  /** Ends the watch; the statement that was seen to run longest. Throws when Postgres could not be asked. */
  longest(): Promise<SeenStatement>;
}

const everyMs = 50;

/**
 * Looks twenty times a second at what the services' connections run, on any server, without a change of its settings:
 * what it says is short of the truth by at most the time between two looks. A statement that waits for a lock runs.
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
  // A failure is reported to the caller of the result.
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
