import { AppError, withSpan } from '@ridgeline/kit';
import { DatabaseError, type PoolClient } from 'pg';
import { translateError } from './postgres-errors.ts';

/**
 * One transaction, the only way to query. Its scope (a company, or the system) is set, so that row-level security holds
 * whatever the SQL says. int8 comes as a number (beyond 2^53 the query fails), timestamptz as a Date, date and numeric as
 * text, bytea as a Buffer. Errors are `AppError`s (see `translateError`); after one the transaction can only roll back.
 */
export interface Tx {
  /** All rows. `$1`, `$2` ... stand for `params`. */
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<Row[]>;
  /** The only row; throws `server.failed` when there is none or more than one. */
  one<Row extends object = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Row>;
  /** The only row, or undefined; throws `server.failed` when there are more. */
  maybeOne<Row extends object = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<Row | undefined>;
}

/** What pg takes; its types do not know `queryMode` yet. */
interface Statement {
  readonly text: string;
  readonly values?: unknown[];
  readonly queryMode?: 'extended';
}

/** A connection of the pool for the time of one transaction. */
export class Session implements Tx {
  readonly #client: PoolClient;
  #lost = false;
  #released = false;
  readonly #onError = (): void => {
    this.#lost = true;
  };

  constructor(client: PoolClient) {
    this.#client = client;
    // A connection that breaks while no query waits on it emits 'error', which would end the process when unhandled.
    client.on('error', this.#onError);
  }

  /** Whether the connection broke; nothing more can be done with it. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Runs statements that need no parameters and no answer. */
  async run(sql: string): Promise<void> {
    await this.#send({ text: sql });
  }

  query<Row extends object = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<Row[]> {
    // The extended protocol accepts only one statement per query, with and without parameters.
    const statement: Statement = { text: sql, values: [...(params ?? [])], queryMode: 'extended' };
    return querySpan(sql, () => this.#send<Row>(statement));
  }

  async one<Row extends object = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<Row> {
    const row = await this.maybeOne<Row>(sql, params);
    if (row === undefined) throw new AppError('server.failed', { details: { reason: 'no row', sql } });
    return row;
  }

  async maybeOne<Row extends object = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<Row | undefined> {
    const rows = await this.query<Row>(sql, params);
    if (rows.length > 1)
      throw new AppError('server.failed', { details: { reason: 'more than one row', sql } });
    return rows[0];
  }

  async rollBack(): Promise<void> {
    if (this.#lost) return;
    // A connection that cannot even roll back is of no use to the next transaction.
    await this.run('rollback').catch(this.#onError);
  }

  /** Returns the connection to the pool; a broken one is discarded. */
  release(): void {
    this.#released = true;
    this.#client.off('error', this.#onError);
    this.#client.release(this.#lost);
  }

  async #send<Row extends object>(config: Statement): Promise<Row[]> {
    // Otherwise the query of a forgotten promise would run on another caller's connection, and in its scope.
    if (this.#released)
      throw new AppError('server.failed', {
        details: { reason: 'the transaction is over', sql: config.text },
      });
    try {
      const { rows } = await this.#client.query<Row>(config);
      return rows;
    } catch (error) {
      // After a FATAL error Postgres closes the connection, though that may be noticed later.
      if (error instanceof DatabaseError && error.severity === 'FATAL') this.#lost = true;
      throw translateError(error, this.#lost);
    }
  }
}

const OPERATION = /^\s*([a-z]+)/i;
const TABLE = /\b(?:from|into|update|join)\s+"?([a-z_][a-z0-9_.]*)/i;

/** Runs a query in a client span. Neither parameters nor the SQL go into it. */
function querySpan<T>(sql: string, work: () => Promise<T>): Promise<T> {
  return withSpan(spanName(sql), { 'db.system.name': 'postgresql' }, work, { kind: 'client' });
}

/** The first word of a query and the first table that it names. */
export function spanName(sql: string): string {
  const operation = (OPERATION.exec(sql)?.[1] ?? 'sql').toUpperCase();
  const table = TABLE.exec(sql)?.[1];
  return table === undefined ? operation : `${operation} ${table}`;
}
