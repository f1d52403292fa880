/**
 * `npm run backup -- <file>`: writes a consistent snapshot of the product's database to a file, while everything runs.
 * ADMIN_DATABASE_URL is the address of that database for a role that may read all of it; it may come from a file
 * (ADMIN_DATABASE_URL_FILE). The snapshot does not contain the secrets: see docs/operations.md, Backup and restore.
 */
import { postgresClients } from '@ridgeline/devstack';
import { loadConfig } from '@ridgeline/kit';
import { backUpDatabase } from '@ridgeline/postgres/backup';
import { z } from 'zod';
import { runMain } from './run-main.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runMain(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name the file to write: npm run backup -- ridgeline.dump');
  const { ADMIN_DATABASE_URL: url } = loadConfig(z.object({ ADMIN_DATABASE_URL: z.url() }));
  await backUpDatabase({ programs: await postgresClients(say), url }, file);
  say(`${file} holds the database`);
});
