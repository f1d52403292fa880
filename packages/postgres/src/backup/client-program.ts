import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A server's address as the variables that Postgres' programs read: on a command line every process could see the password. */
function variablesOf(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const variables: NodeJS.ProcessEnv = { ...process.env };
  for (const name of ['sslmode', 'sslrootcert'])
    variables[`PG${name.toUpperCase()}`] = searchParams.get(name) ?? variables[`PG${name.toUpperCase()}`];
  return {
    ...variables,
    PGHOST: hostname,
    PGPORT: port === '' ? '5432' : port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  };
}

/** Postgres' programs read trusted certificates from a file: those that Node trusts, including NODE_EXTRA_CA_CERTS, unless another file is named. */
async function trusting(variables: NodeJS.ProcessEnv, folder: string): Promise<NodeJS.ProcessEnv> {
  const { PGSSLMODE: mode = 'disable', PGSSLROOTCERT: named } = variables;
  if (named !== undefined || mode === 'disable') return variables;
  const file = join(folder, 'authorities.pem');
  await writeFile(file, getCACertificates('default').join('\n'));
  return { ...variables, PGSSLROOTCERT: file };
}

/** One of Postgres' own programs: where it is, and which database it works on. */
export interface ClientProgram {
  /** The folder with the programs of a Postgres that is not older than the server's; default: the PATH. */
  readonly programs?: string;
  /** Of a role that may read or write all of the database. */
  readonly url: string;
}

/** Runs `pg_dump` or `pg_restore`; rejects with its output when it fails. */
export async function runClientProgram(
  name: 'pg_dump' | 'pg_restore',
  { programs, url }: ClientProgram,
  words: readonly string[],
): Promise<void> {
  const program = programs === undefined ? name : join(programs, name);
  const folder = await mkdtemp(join(tmpdir(), 'ridgeline-postgres-'));
  try {
    const env = await trusting(variablesOf(url), folder);
    await execute(program, [...words], { env });
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    throw new Error(`${name} failed: ${stderr?.trim() ?? String(cause)}`, { cause });
  } finally {
    await rm(folder, { recursive: true });
  }
}
