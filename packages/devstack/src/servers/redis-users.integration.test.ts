import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { accessRecords } from '@ridgeline/contracts/internal';
import { createLogger } from '@ridgeline/kit';
import { createVersionedRecords, openRedis, type RedisUser } from '@ridgeline/redis';
import { startServers, type Servers } from './start-servers.ts';

jest.setTimeout(60_000);

const logger = createLogger({ service: 'test', level: 'silent' });
const record = {
  userId: 7,
  companyId: 'co_admin1',
  administrator: true,
  version: 1,
  sessionEpoch: 1,
  revokedReason: null,
};
let dir: string;
let servers: Servers;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ridgeline-users-'));
  servers = await startServers({ dir, only: ['redis'], durable: false });
});

afterAll(async () => {
  await servers.stop();
  await rm(dir, { recursive: true, force: true });
});

async function putRecord(user: RedisUser): Promise<void> {
  await using redis = await openRedis({ url: servers.redis.urlOf(user), name: user, logger });
  await createVersionedRecords(redis.client, accessRecords).put(record);
}

describe("A stack's Redis", () => {
  test.each(['worker', 'connection', 'validation'] as const)(
    "When an access record is written with the %s's address, then Redis refuses it, also after a restart",
    async (user) => {
      await putRecord('auth');
      await expect(putRecord(user)).rejects.toThrow(/NOPERM|can't access/);
      await servers.restart('redis');
      await expect(putRecord(user)).rejects.toThrow(/NOPERM|can't access/);
      await putRecord('auth');
    },
  );
});
