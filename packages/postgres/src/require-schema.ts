import { readdir } from 'node:fs/promises';
import { AppError, type Logger } from '@ridgeline/kit';
import { refusalReason } from './refusal-reason.ts';
import { oneQuery } from './one-query.ts';
import { appliedMigrations, isMigration, migrationName } from './migration-history.ts';
import { describeVerdict, judgeSchema, type SchemaVerdict } from './schema-verdict.ts';

/** A schema and what a release knows of it. */
export interface RequiredSchema {
  /** Of the service's own run-time role. */
  readonly url: string;
  readonly schema: string;
  /** The folder with the release's migrations. */
  readonly migrations: string | URL;
}

const revocation = 'revoke execute on function pg_catalog.set_config(text, text, boolean) from public';
const mayNameScopes =
  'The run-time role may execute set_config: SQL that was smuggled into a query could name the scope of another company. Whoever owns pg_catalog can revoke it in this database';

async function mayExecuteSetConfig(url: string): Promise<boolean> {
  const asked = `select has_function_privilege('pg_catalog.set_config(text, text, boolean)', 'execute') as may`;
  const [answer] = await oneQuery<{ may: boolean }>(url, asked);
  return answer?.may === true;
}

/** Whether this release can run on the schema as it is now. */
export async function lookAtSchema({ url, schema, migrations }: RequiredSchema): Promise<SchemaVerdict> {
  const known = (await readdir(migrations)).filter(isMigration).map(migrationName);
  return judgeSchema(known, await appliedMigrations(url, schema));
}

/**
 * Rejects, with a text for whoever starts the service, when Postgres cannot be reached or the schema does not fit: a
 * service must not become ready and then fail with each query. A role that could name a company's scope in the middle of an
 * expression is warned of, and starts: a managed Postgres may give nobody the right to change that (ADR 19).
 */
export async function requireSchema(required: RequiredSchema & { readonly logger: Logger }): Promise<void> {
  const look = async (): Promise<SchemaVerdict> => {
    const verdict = await lookAtSchema(required);
    if (await mayExecuteSetConfig(required.url))
      required.logger.warn({ schema: required.schema, remedy: revocation }, mayNameScopes);
    return verdict;
  };
  const verdict = await look().catch((cause: unknown) => {
    const { host, pathname } = new URL(required.url);
    const reason = refusalReason(cause);
    const details = {
      dependency: 'postgres',
      variable: 'DATABASE_URL',
      address: `${host}${pathname}`,
      ...(reason !== null && { reason }),
    };
    throw new AppError('server.unavailable', { details, cause });
  });
  if (verdict.kind !== 'fits') throw new Error(`Schema ${required.schema}: ${describeVerdict(verdict)}`);
}
