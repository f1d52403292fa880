import { Client } from 'pg';

/** Asks one thing on a connection of its own, outside company scopes. For what is asked before a service has its pool. */
export async function oneQuery<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Without a listener a connection that is cut would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
