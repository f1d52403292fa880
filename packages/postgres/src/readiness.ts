import { retry, retryEvery } from '@ridgeline/kit';
import { Client } from 'pg';

/** How Postgres is waited for. */
export interface PostgresWait {
  /** Between two attempts; default 20. */
  readonly everyMs?: number;
  /** Called with the reason of each failed attempt but the last one. */
  readonly onRefusal?: (reason: unknown) => void;
}

/** Resolves when the Postgres at `url` answers a query; throws the last reason when `signal` aborts. */
export async function waitForPostgres(
  url: string,
  signal: AbortSignal,
  { everyMs = 20, onRefusal = () => undefined }: PostgresWait = {},
): Promise<void> {
  await retry(retryEvery(everyMs), () => query(url), {
    shouldRetry: () => !signal.aborted,
    onWait: ({ error }) => onRefusal(error),
  }).catch((cause: unknown) => {
    throw new Error('Postgres does not answer', { cause });
  });
}

async function query(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // Without a listener a connection that is cut while the server starts would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}
