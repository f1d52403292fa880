import { readdir } from 'node:fs/promises';
import { AppError } from '@ridgeline/kit';
import { refusalReason } from './refusal-reason.ts';
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

/** Whether this release can run on the schema as it is now. */
export async function lookAtSchema({ url, schema, migrations }: RequiredSchema): Promise<SchemaVerdict> {
  const known = (await readdir(migrations)).filter(isMigration).map(migrationName);
  return judgeSchema(known, await appliedMigrations(url, schema));
}

/**
 * Rejects, with a text for whoever starts the service, when Postgres cannot be reached or the schema does not fit: a
 * service must not become ready and then fail with each query.
 */
export async function requireSchema(required: RequiredSchema): Promise<void> {
  const verdict = await lookAtSchema(required).catch((cause: unknown) => {
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
