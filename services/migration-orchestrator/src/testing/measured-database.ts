import type { Database, Tx } from '@ridgeline/postgres';

/** A database that measures how long its statements take and how much Postgres read for them. */
export interface MeasuredDatabase {
  readonly db: Database;
  /** The duration in ms of the longest statement since the last call. */
  longest(): { readonly ms: number; readonly sql: string };
  /** Rows and index entries that were read in the tables of this service so far. */
  rowsRead(): Promise<number>;
}

/** Measures what goes through `db`; nothing else may use the database at the same time. */
export function measured(db: Database): MeasuredDatabase {
  let longest = { ms: 0, sql: '' };
  const timed = async <T>(sql: string, ask: Promise<T>): Promise<T> => {
    const start = performance.now();
    const answer = await ask;
    const ms = performance.now() - start;
    if (ms > longest.ms) longest = { ms, sql };
    return answer;
  };
  const wrap = (tx: Tx): Tx => ({
    query: (sql, params) => timed(sql, tx.query(sql, params)),
    one: (sql, params) => timed(sql, tx.one(sql, params)),
    maybeOne: (sql, params) => timed(sql, tx.maybeOne(sql, params)),
  });
  const work =
    <T>(inner: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const answer = await inner(wrap(tx));
      // Otherwise a connection reports its reads once a second at most.
      await tx.query(`select pg_stat_force_next_flush()`);
      return answer;
    };
  return {
    db: {
      ...db,
      forSystem: (inner) => db.forSystem(work(inner)),
      forCompany: (companyId, inner) => db.forCompany(companyId, work(inner)),
    },
    longest() {
      const found = longest;
      longest = { ms: 0, sql: '' };
      return found;
    },
    async rowsRead() {
      const { rows } = await db.forSystem((tx) =>
        tx.one<{ rows: number }>(
          `select (
             (select sum(seq_tup_read) from pg_stat_user_tables where schemaname = 'migration')
             + (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'migration')
           )::float8 as rows`,
        ),
      );
      return rows;
    },
  };
}
