import { AppError, type Logger } from '@ridgeline/kit';
import { appliedMigrations, migrationFiles, migrationName } from './migration-history.ts';
import { oneQuery } from './admin-connection.ts';
import { refusalReason } from '../postgres-errors.ts';

/** Whether a release can run on a schema; `names` are of the migrations that decide it. */
export type SchemaVerdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'behind'; readonly names: readonly string[] }
  | { readonly kind: 'beyond'; readonly names: readonly string[] };

/** A migration that removes something, and the number from which on releases do without it. */
const contract = /(?:\.since-(\d+))?\.contract$/;

/** Whether a release can run without what a later release's migration removed. */
function doesWithout(name: string, known: readonly string[]): boolean {
  const [, since] = contract.exec(name) ?? [];
  return since !== undefined && known.some((own) => Number.parseInt(own, 10) >= Number(since));
}

/**
 * Compares the migrations that a release knows with the applied ones. What a later release only added (expand) does not
 * affect this one. What it removed (contract) does, unless this release had stopped using it: such a migration is called
 * `<number>-<what>.since-<number>.contract`, and releases that know the second number do without.
 */
export function checkSchema(known: readonly string[], applied: readonly string[]): SchemaVerdict {
  const beyond = applied.filter(
    (name) => !known.includes(name) && contract.test(name) && !doesWithout(name, known),
  );
  if (beyond.length > 0) return { kind: 'beyond', names: beyond };
  const missing = known.filter((name) => !applied.includes(name));
  return missing.length > 0 ? { kind: 'behind', names: missing } : { kind: 'fits' };
}

/** The text of a verdict, for the operator who starts a service. */
export function describeVerdict(verdict: SchemaVerdict): string {
  if (verdict.kind === 'fits') return 'The schema fits';
  const names = verdict.names.join(', ');
  return verdict.kind === 'behind'
    ? `These migrations are missing: ${names}. The command prepare-schema applies them`
    : `The schema is too new for this release: run the release that made it, or a later one. Not known here: ${names}`;
}

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
  'The run-time role may execute set_config: injected SQL could set the scope of another company. The owner of pg_catalog can revoke it in this database';

async function mayExecuteSetConfig(url: string): Promise<boolean> {
  const asked = `select has_function_privilege('pg_catalog.set_config(text, text, boolean)', 'execute') as may`;
  const [answer] = await oneQuery<{ may: boolean }>(url, asked);
  return answer?.may === true;
}

/** Whether this release can run on the schema as it is now. */
export async function lookAtSchema({ url, schema, migrations }: RequiredSchema): Promise<SchemaVerdict> {
  const known = (await migrationFiles(migrations)).map(migrationName);
  return checkSchema(known, await appliedMigrations(url, schema));
}

/**
 * Rejects, with a text for the operator who starts the service, when Postgres cannot be reached or the schema does not fit:
 * a service must not become ready and then fail with each query. A role that could name a company's scope inside an
 * expression causes only a warning, because a managed Postgres may give no one the right to change that (ADR 19).
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
