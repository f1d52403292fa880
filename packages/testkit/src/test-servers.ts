import { randomUUID } from 'node:crypto';
import { createLogger } from '@ridgeline/kit';
import { aclRules, type RedisUser } from '@ridgeline/redis/users';

/** What the set-up of the integration tests tells the test files, through the environment of Jest's workers. */
export interface TestServers {
  readonly postgresAdminUrl: string;
  readonly redisUrl: string;
  readonly kafkaBrokers: readonly string[];
}

const VARIABLE = 'RIDGELINE_TEST_SERVERS';

/** The database that every test file's own is a copy of: all services' schemas, migrated, and an empty one. */
export const TEMPLATE_DATABASE = 'ridgeline_template';
/** A schema without tables, for the tests of packages. */
export const SCRATCH_SCHEMA = 'scratch';
/** The passwords of all roles of the test servers, which listen on loopback and live as long as the tests. */
export const TEST_PASSWORD = 'test';

export function announceTestServers(servers: TestServers): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

/** The servers that the set-up started. Throws outside the integration project. */
export function testServers(): TestServers {
  const servers = process.env[VARIABLE];
  if (servers === undefined) {
    throw new Error(
      'No servers run for this test: name it .integration.test.ts and run the integration project',
    );
  }
  return JSON.parse(servers) as TestServers;
}

/** `host:port` of the Kafka brokers that all test files share: use topics and groups of your own. */
export function testBrokers(): string[] {
  return [...testServers().kafkaBrokers];
}

/** A prefix that no other test uses, for the names of topics and consumer groups. */
export function uniqueTopicPrefix(): string {
  return `test-${randomUUID().slice(0, 13)}.`;
}

const DATABASES = 16;

let emptied: Promise<string> | undefined;

/**
 * Address of a Redis database of this test file's own, empty with the first call: Jest runs one file at a time in each
 * worker, and every worker has its number.
 */
export function testRedisUrl(): Promise<string> {
  return (emptied ??= empty(urlOfWorker()));
}

/** The address under which a component connects where it has a user of its own at Redis, with no more rights than that one has. */
export async function redisUrlAs(user: RedisUser, url: string): Promise<string> {
  await using owner = await redisAt(await testRedisUrl());
  const name = `${user}-of-tests`;
  await owner.client.sendCommand(['ACL', 'SETUSER', name, ...aclRules(user, name)]);
  const own = new URL(url);
  [own.username, own.password] = [name, name];
  return own.href;
}

function urlOfWorker(): string {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1);
  if (worker >= DATABASES) throw new Error(`Redis has ${DATABASES} databases: run fewer Jest workers`);
  const url = new URL(testServers().redisUrl);
  url.pathname = `/${worker}`;
  return url.href;
}

async function empty(url: string): Promise<string> {
  await using redis = await redisAt(url);
  await redis.client.flushDb();
  return url;
}

/** The client takes long to load, and most tests have no Redis. */
async function redisAt(url: string) {
  const { openRedis } = await import('@ridgeline/redis');
  const logger = createLogger({ service: 'test', level: 'silent' });
  return openRedis({ url, name: 'testkit', logger });
}
