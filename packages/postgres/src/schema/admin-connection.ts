import { Client } from 'pg';

/** Runs one statement outside any transaction. */
export type RunStatement = (sql: string) => Promise<void>;

/** Does administrative work on one connection, outside company scopes. Not exported by the package: services have `Tx`. */
export async function withAdmin(url: string, work: (run: RunStatement) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await work(async (sql) => {
      await client.query(sql);
    });
  } finally {
    await client.end();
  }
}

/** Runs one query on a connection of its own, outside company scopes, for services that have no pool yet. */
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
