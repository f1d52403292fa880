import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Product } from '@ridgeline/devstack';
import { createLogger } from '@ridgeline/kit';
import { urlOf } from '@ridgeline/postgres';
import { runStatements } from '@ridgeline/postgres/testing';
import { openRedis } from '@ridgeline/redis';

const run = promisify(execFile);
const database = 'ridgeline';
const schemas = ['auth', 'connection', 'validation', 'migration'];

/** Runs a command of the repository as an on-call engineer does. */
async function command(file: string, words: readonly string[], env: Readonly<Record<string, string>>) {
  await run(process.execPath, [file, ...words], { env: { ...process.env, ...env } });
}

/** Backs a running product up. */
export async function backUp({ servers }: Product, file: string): Promise<void> {
  const url = urlOf(servers.postgres.adminUrl, { database });
  await command('scripts/backup.ts', [file], { ADMIN_DATABASE_URL: url });
}

/** The addresses of the roles, by the names of the Secret's keys as variables. */
export function roleAddresses({ servers }: Product, dir: string): Readonly<Record<string, string>> {
  const { adminUrl } = servers.postgres;
  const { databasePassword: password } = secretsIn(dir);
  const as = (user: string) => urlOf(adminUrl, { database, user, password });
  return Object.fromEntries(
    schemas.flatMap((schema) => [
      [`${schema.toUpperCase()}_DATABASE_URL`, as(`${schema}_app`)],
      [`${schema.toUpperCase()}_OWNER_URL`, as(`${schema}_owner`)],
    ]),
  );
}

/** The keys that wrap those of the connections' secrets. */
export const masterKeysOf = (dir: string): string => secretsIn(dir).masterKeys;

function secretsIn(dir: string) {
  const text = readFileSync(`${dir}/secrets.json`, 'utf8');
  return JSON.parse(text) as { databasePassword: string; masterKeys: string };
}

/** Loses all data of the servers, then follows docs/operations.md: restores, empties, starts. */
export async function loseAndRestore(product: Product, dir: string, file: string): Promise<void> {
  const { servers } = product;
  const processes = product.services.flatMap(({ name }) => product.processes(name));
  await Promise.all(processes.map((process) => process.stop()));
  const { adminUrl } = servers.postgres;
  await runStatements(adminUrl, [
    `drop database ${database} with (force)`,
    ...schemas.flatMap((schema) => [`drop role ${schema}_app`, `drop role ${schema}_owner`]),
  ]);

  const addresses = roleAddresses(product, dir);
  await command('scripts/restore.ts', [file], { ADMIN_DATABASE_URL: adminUrl, ...addresses });
  await command('packages/kafka/src/commands/empty-topics.ts', ['all-events-go'], {
    KAFKA_BROKERS: servers.kafka.brokers.join(','),
  });
  const logger = createLogger({ service: 'restore', level: 'silent' });
  await using redis = await openRedis({ url: servers.redis.url, name: 'restore', logger });
  await redis.client.flushAll();
  await Promise.all(processes.map((process) => product.restart(process)));
}
