import { createLogger } from '@ridgeline/kit';
import { aclRules, openRedis, type RedisUser } from '@ridgeline/redis';
import { testServers } from './test-servers.ts';

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
  const logger = createLogger({ service: 'test', level: 'silent' });
  await using owner = await openRedis({ url: await testRedisUrl(), name: 'testkit', logger });
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
  const logger = createLogger({ service: 'test', level: 'silent' });
  await using redis = await openRedis({ url, name: 'testkit', logger });
  await redis.client.flushDb();
  return url;
}
