import { createLogger } from '@ridgeline/kit';
import { aclRules, type RedisUser } from '@ridgeline/redis/users';
import { testFile, testServers } from './test-servers.ts';

const DATABASES = 16;

/** The database as it was emptied for a test file. */
let emptied: { readonly file: string | undefined; readonly url: Promise<string> } | null = null;

/**
 * The address of a Redis database for this test file alone, emptied on the first call: Jest runs one file at a time in each
 * worker, and every worker has its number.
 */
export function testRedisUrl(): Promise<string> {
  const file = testFile();
  const own = emptied !== null && emptied.file === file ? emptied : { file, url: empty(urlOfWorker()) };
  emptied = own;
  return own.url;
}

/** The address under which a component connects where it has a Redis user of its own, with no more rights than that user has. */
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
