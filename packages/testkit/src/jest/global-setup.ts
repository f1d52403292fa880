import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, services, startServers, type Servers } from '@ridgeline/devstack';
import { provisionService, urlOf } from '@ridgeline/postgres';
import { migrate } from '@ridgeline/postgres/migrate';
import { dropDatabase } from '@ridgeline/postgres/testing';
import tearDownServers from './global-teardown.ts';
import { getTools } from '../needed-tools.ts';
import { announceTestServers, SCRATCH_SCHEMA, TEMPLATE_DATABASE, TEST_PASSWORD } from '../test-servers.ts';

declare global {
  // Jest passes nothing from set-up to tear-down but globals of its own process.
  var ridgelineTestServers: { servers: Servers; dir: string } | undefined;
}

/** Starts the servers once for all integration tests and makes the template of their databases. */
export default async function setUpServers(): Promise<void> {
  const root = process.cwd();
  const stacks = join(root, '.ridgeline/test');
  await mkdir(stacks, { recursive: true });
  await removeAbandoned(stacks);
  const dir = join(stacks, String(process.pid));
  const log = (line: string): void => void process.stdout.write(`${line}\n`);
  await getTools('integration', log);
  const servers = await startServers({ dir, durable: false, log });
  globalThis.ridgelineTestServers = { servers, dir };
  try {
    await makeTemplate(servers.postgres.adminUrl, root);
  } catch (error) {
    // Jest does not tear down after a failed set-up.
    await tearDownServers();
    throw error;
  }
  announceTestServers({
    postgresAdminUrl: servers.postgres.adminUrl,
    redisUrl: servers.redis.url,
    kafkaBrokers: servers.kafka.brokers,
  });
}

/** Each stack's folder is named after its Jest process; a folder without its process was left by a killed one. */
async function removeAbandoned(stacks: string): Promise<void> {
  for (const pid of await readdir(stacks)) {
    if (!isAlive(Number(pid))) await rm(join(stacks, pid), { recursive: true, force: true });
  }
}

async function makeTemplate(adminUrl: string, root: string): Promise<void> {
  await dropDatabase(adminUrl, TEMPLATE_DATABASE);
  const owned = services.flatMap(({ schema, folder }) =>
    schema === null ? [] : [{ schema, directory: join(root, folder, 'migrations') }],
  );
  for (const { schema, directory } of [...owned, { schema: SCRATCH_SCHEMA, directory: '' }]) {
    const passwords = { password: TEST_PASSWORD, ownerPassword: TEST_PASSWORD };
    await provisionService(adminUrl, { database: TEMPLATE_DATABASE, service: schema, ...passwords });
    if (!existsSync(directory)) continue;
    const owner = { database: TEMPLATE_DATABASE, user: `${schema}_owner`, password: TEST_PASSWORD };
    await migrate({ ownerUrl: urlOf(adminUrl, owner), schema, directory });
  }
}
