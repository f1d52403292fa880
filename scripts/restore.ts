/**
 * `npm run restore -- <file>`: restores a backup into a server that does not have the database yet. docs/operations.md,
 * Backup and restore, says when to stop services and when to empty Redis and Kafka's topics.
 *
 * ADMIN_DATABASE_URL belongs to a role that may create databases and roles. For each schema, set the addresses from the
 * deployment's Secret, from which the roles get their passwords: AUTH_DATABASE_URL, AUTH_OWNER_URL and so on. Each may come
 * from a file (AUTH_OWNER_URL_FILE).
 */
import { postgresClients } from '@ridgeline/devstack';
import { loadConfig } from '@ridgeline/kit';
import { restoreDatabase } from '@ridgeline/postgres/backup';
import { z } from 'zod';
import { runMain } from './run-main.ts';

const schemas = ['auth', 'connection', 'validation', 'migration'] as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password);

function addressesOf(schema: (typeof schemas)[number]) {
  const name = schema.toUpperCase();
  const names = { url: `${name}_DATABASE_URL`, ownerUrl: `${name}_OWNER_URL` };
  const config = loadConfig(z.object({ [names.url]: z.url(), [names.ownerUrl]: z.url() }));
  return { url: config[names.url] ?? '', ownerUrl: config[names.ownerUrl] ?? '' };
}

await runMain(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name the file to read: npm run restore -- ridgeline.dump');
  const { ADMIN_DATABASE_URL: adminUrl } = loadConfig(z.object({ ADMIN_DATABASE_URL: z.url() }));
  const services = schemas.map((service) => ({ service, ...addressesOf(service) }));
  const [first] = services;
  const database = decodeURIComponent(new URL(first?.url ?? '').pathname.slice(1));
  await restoreDatabase({
    adminUrl,
    programs: await postgresClients(say),
    database,
    services: services.map((of) => ({
      service: of.service,
      password: passwordOf(of.url),
      ownerPassword: passwordOf(of.ownerUrl),
    })),
    file,
  });
  say(`The database ${database} is as it was when ${file} was written`);
});
