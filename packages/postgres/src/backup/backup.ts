import { DatabaseError, escapeIdentifier } from 'pg';
import { withAdmin } from '../schema/admin-connection.ts';
import { provisionService, urlOf, type ServiceProvision } from '../schema/provision-service.ts';
import { runClientProgram, type ClientProgram } from './client-program.ts';

/** Writes all schemas of a database to a file, as they are at one moment, while services keep running. */
export async function backUpDatabase(program: ClientProgram, file: string): Promise<void> {
  await runClientProgram('pg_dump', program, ['--format=custom', `--file=${file}`]);
}

/** What is restored, and the roles whose passwords no backup holds. */
export interface RestoreOptions {
  /** Of a role that may create databases and roles, in any database of the server. */
  readonly adminUrl: string;
  readonly programs?: string;
  readonly database: string;
  readonly services: readonly Omit<ServiceProvision, 'database'>[];
  readonly file: string;
}

const UNDEFINED_DATABASE = '3D000';

/** Without `cascade`, a schema that contains anything cannot be dropped: nothing is overwritten. */
async function dropEmptySchemas(url: string, services: RestoreOptions['services']): Promise<void> {
  await withAdmin(url, async (run) => {
    for (const { service } of services) await run(`drop schema if exists ${escapeIdentifier(service)}`);
  });
}

/**
 * Restores a backup to a server where the database does not exist yet, or has no tables; rejects before anything is changed
 * where it has some. First come the roles, their rights in the database, and their settings, which belong to the server and
 * are in no backup; then, in one transaction, the backup with its owners, rights and row-level security.
 */
export async function restoreDatabase(restoration: RestoreOptions): Promise<void> {
  const { adminUrl, database, services, file, programs } = restoration;
  const url = urlOf(adminUrl, { database });
  await dropEmptySchemas(url, services).catch((error: unknown) => {
    if (!(error instanceof DatabaseError && error.code === UNDEFINED_DATABASE)) throw error;
  });
  for (const service of services) await provisionService(adminUrl, { ...service, database });
  // The backup brings them with their owners.
  await dropEmptySchemas(url, services);
  const words = ['--exit-on-error', '--single-transaction', `--dbname=${database}`, file];
  await runClientProgram('pg_restore', { ...(programs === undefined ? {} : { programs }), url }, words);
}
