import { DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { withAdmin, type RunStatement } from './admin-connection.ts';

/** A service's place in a database. */
export interface ServiceProvision {
  /** Created when it is not there. */
  readonly database: string;
  /** Name of the schema and stem of the roles. */
  readonly service: string;
  /** Of the run-time role `<service>_app`. */
  readonly password: string;
  /** Of the role that runs migrations, `<service>_owner`. */
  readonly ownerPassword: string;
}

// Roles and databases belong to the whole cluster: two processes that provision at the same time take turns.
const LOCK = 'select pg_advisory_lock(7305813)';
const DUPLICATE_DATABASE = '42P04';

/**
 * Gives a service its schema and two roles: `<service>_owner` owns the schema and runs migrations; `<service>_app`, the
 * one used at run time, may read and write the rows of that schema, change no table, and see no other schema.
 * Idempotent; also resets the passwords. `adminUrl` is of a role that may create databases and roles.
 */
export async function provisionService(adminUrl: string, provision: ServiceProvision): Promise<void> {
  await withAdmin(adminUrl, async (run) => {
    await run(LOCK);
    await createDatabase(run, provision.database);
    for (const statement of roleStatements(provision)) await run(statement);
  });
  await withAdmin(urlOf(adminUrl, { database: provision.database }), async (run) => {
    await run(LOCK);
    for (const statement of schemaStatements(provision)) await run(statement);
  });
}

/** Makes the two roles; run anywhere on the server. */
export function roleStatements({ service, password, ownerPassword }: ServiceProvision): string[] {
  const roles = [
    [`${service}_owner`, ownerPassword],
    [`${service}_app`, password],
  ] as const;
  return [
    ...roles.flatMap(([role, secret]) => {
      const name = escapeIdentifier(role);
      return [
        `do $$ begin
        if not exists (select from pg_roles where rolname = ${escapeLiteral(role)}) then create role ${name}; end if;
      end $$`,
        `alter role ${name} login noinherit password ${escapeLiteral(secret)}`,
        `alter role ${name} set search_path = ${escapeIdentifier(service)}`,
      ];
    }),
    `grant ${escapeIdentifier(`${service}_owner`)} to current_user`,
  ];
}

/** Creates the schema and its rights; run in the service's database, after its roles exist. */
export function schemaStatements({ database, service }: ServiceProvision): string[] {
  const schema = escapeIdentifier(service);
  const owner = escapeIdentifier(`${service}_owner`);
  const app = escapeIdentifier(`${service}_app`);
  const defaults = `alter default privileges for role ${owner} in schema ${schema} grant`;
  return [
    `revoke all on database ${escapeIdentifier(database)} from public`,
    `grant connect on database ${escapeIdentifier(database)} to ${owner}, ${app}`,
    'revoke all on schema public from public',
    // Only statements of our own may name a transaction's scope, never an expression inside one (company-scope.ts).
    'revoke execute on function pg_catalog.set_config(text, text, boolean) from public',
    `create schema if not exists ${schema} authorization ${owner}`,
    `grant usage on schema ${schema} to ${app}`,
    `${defaults} select, insert, update, delete on tables to ${app}`,
    `${defaults} usage, select on sequences to ${app}`,
  ];
}

/** The same server's address with another user or database. */
export function urlOf(url: string, change: { database?: string; user?: string; password?: string }): string {
  const changed = new URL(url);
  if (change.database !== undefined) changed.pathname = `/${encodeURIComponent(change.database)}`;
  if (change.user !== undefined) changed.username = encodeURIComponent(change.user);
  if (change.password !== undefined) changed.password = encodeURIComponent(change.password);
  return changed.href;
}

async function createDatabase(run: RunStatement, database: string): Promise<void> {
  try {
    await run(`create database ${escapeIdentifier(database)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === DUPLICATE_DATABASE)) throw error;
  }
}
