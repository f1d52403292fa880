import { createLogger } from '@ridgeline/kit';
import { openRedis } from '@ridgeline/redis';
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
