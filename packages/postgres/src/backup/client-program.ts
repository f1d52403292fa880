import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A server's address as the variables that Postgres' programs read: on a command line every process could see the password. */
function variablesOf(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslMode = searchParams.get('sslmode');
  return {
    PGHOST: hostname,
    PGPORT: port === '' ? '5432' : port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslMode === null ? {} : { PGSSLMODE: sslMode }),
  };
}

/** One of Postgres' own programs: where it lies, and which database it works on. */
export interface ClientProgram {
  /** The folder with the programs of a Postgres that is not older than the server's; the PATH unless told. */
  readonly programs?: string;
  /** Of a role that may read or write all of the database. */
  readonly url: string;
}

/** Runs `pg_dump` or `pg_restore`; rejects with what it said when it fails. */
export async function runClientProgram(
  name: 'pg_dump' | 'pg_restore',
  { programs, url }: ClientProgram,
  words: readonly string[],
): Promise<void> {
  const program = programs === undefined ? name : join(programs, name);
  const env = { ...process.env, ...variablesOf(url) };
  await execute(program, [...words], { env }).catch((cause: unknown) => {
    const { stderr } = cause as { stderr?: string };
    throw new Error(`${name} failed: ${stderr?.trim() ?? String(cause)}`, { cause });
  });
}
