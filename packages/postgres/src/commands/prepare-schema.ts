/**
 * `node packages/postgres/src/commands/prepare-schema.ts <schema> <folder>`: brings a service's schema up to date with
 * the migrations of the folder, and before that, with ADMIN_URL, makes the database, the schema and its two roles. Safe
 * to repeat, and to run beside itself and beside services of the previous release (docs/kubernetes.md).
 *
 * OWNER_URL is of the role that owns the schema. With ADMIN_URL, DATABASE_URL too: the roles get the passwords that the
 * two addresses name. Each may come from a file (OWNER_URL_FILE and so on). Exits with 1 when it could not be done.
 */
import { resolve } from 'node:path';
import { createLogger, loadConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { migrate } from '../schema/migrate.ts';
import { provisionService } from '../schema/provision-service.ts';
import { waitForPostgres } from '../readiness.ts';
import { logReasonOnce } from '../postgres-errors.ts';

const [schema = '', folder = ''] = process.argv.slice(2);
const logger = createLogger({ service: 'prepare-schema' });

/** How long the command waits for an unreachable server before it fails. */
const waitMs = 120_000;
const tryEveryMs = 1_000;

const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password);

async function provision(adminUrl: string, ownerUrl: string, url: string): Promise<void> {
  await provisionService(adminUrl, {
    database: decodeURIComponent(new URL(ownerUrl).pathname.slice(1)),
    service: schema,
    password: passwordOf(url),
    ownerPassword: passwordOf(ownerUrl),
  });
}

try {
  const { ADMIN_URL, DATABASE_URL, OWNER_URL } = loadConfig(
    z
      .object({ OWNER_URL: z.url(), ADMIN_URL: z.url().optional(), DATABASE_URL: z.url().optional() })
      .refine((config) => !config.ADMIN_URL || config.DATABASE_URL, {
        path: ['DATABASE_URL'],
        message: 'is missing: ADMIN_URL needs it',
      }),
  );
  await waitForPostgres(ADMIN_URL ?? OWNER_URL, AbortSignal.timeout(waitMs), {
    everyMs: tryEveryMs,
    onRefusal: logReasonOnce(logger, schema, 'Waiting for Postgres'),
  });
  if (ADMIN_URL && DATABASE_URL) await provision(ADMIN_URL, OWNER_URL, DATABASE_URL);
  const applied = await migrate({ ownerUrl: OWNER_URL, schema, directory: resolve(folder) });
  logger.info(
    { schema, applied },
    applied.length > 0 ? 'The schema was migrated' : 'The schema is up to date',
  );
} catch (error) {
  logger.error({ err: error, schema }, 'The schema could not be prepared');
  process.exitCode = 1;
}
