import { withTimeout } from '@ridgeline/kit';
import type { RedisClient } from './open-redis.ts';

/** A record whose version grows with each change. */
interface Versioned {
  readonly version: number;
}

/** Records that several processes write, of which the newest version stays. */
export interface VersionedRecords<T extends Versioned> {
  /**
   * Stores a record unless a newer one is stored, and resolves when each client that caches the former one was sent the
   * change. Rejects when Redis is unavailable or does not answer within 2 s.
   */
  put(record: T): Promise<void>;
}

const putUnlessNewer = `
local stored = redis.call('GET', KEYS[1])
if stored and cjson.decode(stored).version > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return 1`;

/** Records in Redis, stored as JSON under each one's key, for this many seconds after the last write. */
export function createVersionedRecords<T extends Versioned>(
  client: RedisClient,
  { keyOf, keptSeconds }: { readonly keyOf: (record: T) => string; readonly keptSeconds: number },
): VersionedRecords<T> {
  return {
    put: async (record) => {
      const change = {
        keys: [keyOf(record)],
        arguments: [JSON.stringify(record), String(record.version), String(keptSeconds)],
      };
      // Redis 6 answers the client of a change before it writes to those that remember the key. Its next answer comes after.
      await withTimeout(
        2_000,
        client.eval(putUnlessNewer, change).then(() => client.ping()),
      );
    },
  };
}
