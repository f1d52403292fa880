import { AppError } from '@ridgeline/kit';
import { DatabaseError, type PoolClient } from 'pg';
import { translateError } from './postgres-errors.ts';
import { querySpan } from './query-span.ts';
import type { Tx } from './tx.ts';

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
    // A connection that breaks while nobody waits on it emits 'error', which would end the process unheard.
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
    // The extended protocol takes one statement and no second one behind it, with parameters and without.
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

  /** Gives the connection back; a broken one is thrown away. */
  release(): void {
    this.#released = true;
    this.#client.off('error', this.#onError);
    this.#client.release(this.#lost);
  }

  async #send<Row extends object>(config: Statement): Promise<Row[]> {
    // Otherwise the query of a forgotten promise would run on a connection, and in a scope, of somebody else.
    if (this.#released)
      throw new AppError('server.failed', {
        details: { reason: 'the transaction is over', sql: config.text },
      });
    try {
      const { rows } = await this.#client.query<Row>(config);
      return rows;
    } catch (error) {
      // After a FATAL Postgres closes the connection, though the news of that may come later.
      if (error instanceof DatabaseError && error.severity === 'FATAL') this.#lost = true;
      throw translateError(error, this.#lost);
    }
  }
}
