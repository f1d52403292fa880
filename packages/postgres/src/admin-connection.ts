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
