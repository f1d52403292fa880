import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** Resolves when the Postgres at `url` answers a query; throws the last reason when `signal` aborts. */
export async function waitForPostgres(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const failure = await firstQuery(url);
    if (failure === undefined) return;
    if (signal.aborted) throw new Error('Postgres does not answer', { cause: failure });
    await delay(20);
  }
}

async function firstQuery(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // Without a listener a connection that is cut while the server starts would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
