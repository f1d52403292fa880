import { within } from '@ridgeline/kit';
import type { RedisClient } from '../open-redis.ts';
import { accessKey, type AccessRecord } from './access-record.ts';

/** The access records of users. */
export interface AccessRecords {
  /**
   * Stores a record unless a newer one is there, and resolves when each gateway that remembers the former one was sent the
   * change. Rejects when Redis is unavailable or does not answer within 2 s.
   */
  put(record: AccessRecord): Promise<void>;
}

/** A record outlives every session that was granted with it: the longest lasts 30 days, and each grant writes it again. */
const keptSeconds = 31 * 24 * 60 * 60;

const putUnlessNewer = `
local stored = redis.call('GET', KEYS[1])
if stored and cjson.decode(stored).version > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return 1`;

/** Access records in Redis, which every gateway reads together with the session. */
export function createAccessRecords(client: RedisClient): AccessRecords {
  return {
    put: async (record) => {
      const change = {
        keys: [accessKey(record.userId)],
        arguments: [JSON.stringify(record), String(record.version), String(keptSeconds)],
      };
      // Redis 6 answers who made a change before it writes to those who remember the key. What it answers next comes after.
      await within(
        2_000,
        client.eval(putUnlessNewer, change).then(() => client.ping()),
      );
    },
  };
}
