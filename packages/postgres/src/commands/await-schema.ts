/**
 * `node packages/postgres/src/commands/await-schema.ts <schema> <folder>`: waits until every migration of the folder
 * has been applied to the schema, so that a service starts on tables that it knows. Exits with 1 when the schema has
 * gone beyond what this release can run on. DATABASE_URL is the service's own; it may come from DATABASE_URL_FILE.
 */
import { createLogger, loadConfig, retry, retryEvery } from '@ridgeline/kit';
import { z } from 'zod';
import { describeVerdict, lookAtSchema, type SchemaVerdict } from '../schema/require-schema.ts';
import { logReasonOnce } from '../postgres-errors.ts';

const [schema = '', folder = ''] = process.argv.slice(2);
const logger = createLogger({ service: 'await-schema' });
const tryEveryMs = 1_000;

async function untilNotBehind(url: string): Promise<SchemaVerdict> {
  const verdict = await lookAtSchema({ url, schema, migrations: folder });
  if (verdict.kind === 'behind') throw new Error(describeVerdict(verdict));
  return verdict;
}

// As process 1 of a container, it would otherwise ignore the signal.
process.once('SIGTERM', () => process.exit(1));

try {
  const { DATABASE_URL } = loadConfig(z.object({ DATABASE_URL: z.url() }));
  const tell = logReasonOnce(logger, schema, 'Waiting for the schema');
  const verdict = await retry(retryEvery(tryEveryMs), () => untilNotBehind(DATABASE_URL), {
    onWait: ({ error }) => tell(error),
  });
  if (verdict.kind === 'beyond') {
    logger.error({ schema, unknown: verdict.names }, describeVerdict(verdict));
    process.exitCode = 1;
  }
} catch (error) {
  logger.error({ err: error, schema }, 'The schema could not be looked at');
  process.exitCode = 1;
}
