import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { openRedis } from '@ridgeline/redis';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { trialSecrets } from './trial-secrets.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const key = 'ridgeline:access:7';

test("A trial's Redis answers PING without a password, and each address with the rights of its component", async () => {
  const url = await testRedisUrl();
  const secrets = await trialSecrets({ postgres: 'postgres', redis: 'redis', smtp: 'smtp' });
  await using owner = await openRedis({ url, name: 'owner', logger });
  await using users = new AsyncDisposableStack();
  // Users belong to the whole server, which other test files use too.
  const mark = randomUUID();
  for (const line of (secrets['redis-users'] ?? '').trim().split('\n')) {
    const [, user = '', ...rules] = line.split(' ');
    await owner.client.sendCommand(['ACL', 'SETUSER', `${user}-${mark}`, ...rules]);
    users.defer(async () => {
      await owner.client.sendCommand(['ACL', 'DELUSER', `${user}-${mark}`]);
    });
  }
  const openAs = async (user: string) => {
    const own = new URL(url);
    // The first database needs no privilege.
    own.pathname = '';
    own.username = `${user}-${mark}`;
    own.password = new URL(secrets[`${user}-redis-url`] ?? 'redis://:any@redis').password;
    return users.use(await openRedis({ url: own.href, name: user, logger })).client;
  };

  const anonymous = await openAs('default');
  expect(await anonymous.ping()).toBe('PONG');
  for (const command of [['GET', key], ['SET', key, 'x'], ['INFO']])
    await expect(anonymous.sendCommand(command)).rejects.toThrow('NOPERM');
  const worker = await openAs('worker');
  await expect(worker.set(key, 'x')).rejects.toThrow('NOPERM');
  const auth = await openAs('auth');
  expect(await auth.set(key, 'x')).toBe('OK');
  await auth.del(key);
});
