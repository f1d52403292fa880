import type { Logger } from '@ridgeline/kit';
import type { Registry } from '@ridgeline/kit/metrics';
import { escapeLiteral, Pool } from 'pg';
import { listenTo, type OnNotify } from './listener.ts';
import { measurePool, unmeasured } from './pool-metrics.ts';
import { translateError } from './postgres-errors.ts';
import { Session, type Tx } from './session.ts';
import { typeParsers } from './type-parsers.ts';

/** Where the database is and how it is used. */
export interface DatabaseOptions {
  /** Of the service's own run-time role (`<service>_app`), whose search_path is its schema. */
  readonly url: string;
  /** Connections at most; default 10. Each listener has one more of its own. */
  readonly max?: number;
  /** Shown by Postgres in `pg_stat_activity`. */
  readonly applicationName: string;
  readonly logger?: Logger;
  /** How long a call waits for a free connection before it is `server.unavailable`; default 5,000. */
  readonly acquireTimeoutMs?: number;
  /** Where the pool is measured, under the application's name; nowhere unless given. */
  readonly metrics?: Registry;
}

/** A service's database. There is no query without a scope. */
export interface Database extends AsyncDisposable {
  /**
   * Runs `work` in a transaction that sees and writes only the rows of one company. Commits when `work` resolves, rolls
   * back when it throws. Not to be nested: a second transaction inside waits for a connection that the first may hold.
   */
  forCompany<T>(companyId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same over the rows of all companies, for work that no user requested: consumers, relays, reapers. */
  forSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Calls `onNotify` for each NOTIFY on the channel, with its payload, until disposed. After a lost connection it
   * listens again, and calls `onNotify('')` once, for notifications may have been missed.
   */
  listen(channel: string, onNotify: OnNotify): Promise<AsyncDisposable>;
  /** Throws `server.unavailable` when the database does not answer. */
  ping(): Promise<void>;
  /** Waits for running transactions and closes all connections. */
  close(): Promise<void>;
}

/** Opens a pool (`pg`; knex serves migrations only). Connects with the first query, and again whenever the server is back. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, max = 10, applicationName, logger, acquireTimeoutMs = 5_000, metrics } = options;
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: acquireTimeoutMs,
    // Long enough that a service with rare queries keeps its connections: a Postgres login is expensive.
    idleTimeoutMillis: 300_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: typeParsers,
  });
  // Without this listener the end of an idle connection would end the process.
  pool.on('error', (error) => logger?.warn({ err: error }, 'An idle database connection was lost'));

  const measured = metrics ? measurePool(metrics, pool, applicationName) : unmeasured;

  async function acquire(): Promise<Session> {
    try {
      return new Session(await measured.acquiring(() => pool.connect()));
    } catch (error) {
      // Not reached, refused or no connection free in time, unless Postgres answered with a reason of its own.
      throw translateError(error, !isAnswer(error));
    }
  }

  // Any connection of the pool may have died while idle. Nothing has been done until the scope is set, so the next one
  // is used; when the server itself is unavailable, connecting fails.
  async function begin(scope: string): Promise<Session> {
    for (let attempt = 1; ; attempt += 1) {
      const session = await acquire();
      try {
        await session.run(`begin; set local ${scope}`);
        return session;
      } catch (error) {
        session.release();
        if (!session.lost || attempt > max) throw error;
      }
    }
  }

  async function transaction<T>(scope: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const session = await begin(scope);
    try {
      return await measured.transaction(async () => {
        const result = await work(session);
        await session.run('commit');
        return result;
      });
    } catch (error) {
      await session.rollBack();
      throw error;
    } finally {
      session.release();
    }
  }

  const close = (): Promise<void> => {
    measured[Symbol.dispose]();
    return pool.end();
  };
  return {
    forCompany(companyId, work) {
      // An unset setting reads as '' once a transaction has set it: such a company id would match.
      if (companyId === '') return Promise.reject(new TypeError('A company id must not be empty'));
      return transaction(`ridgeline.company_id = ${escapeLiteral(companyId)}`, work);
    },
    forSystem: (work) => transaction(`ridgeline.scope = 'system'`, work),
    listen: (channel, onNotify) => listenTo({ url, applicationName, channel, onNotify, logger }),
    async ping() {
      const session = await acquire();
      try {
        await session.run('select 1');
      } finally {
        session.release();
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}
