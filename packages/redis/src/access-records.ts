import { withTimeout } from '@ridgeline/kit';
import { z } from 'zod';
import type { RedisClient } from './open-redis.ts';

/**
 * Who a user is and what they may do, as every gateway knows it with each request. Written by the auth service when it
 * changes; a session points to it, so a change acts on the very next request.
 */
const accessRecordSchema = z.object({
  userId: z.int().positive(),
  companyId: z.string().min(1),
  administrator: z.boolean(),
  /** Grows with each change; an older record never replaces a newer one. */
  version: z.int().positive(),
  /** Sessions of a lower epoch are over. */
  sessionEpoch: z.int().positive(),
  /** What the person is told while access is revoked, else null. */
  revokedReason: z.string().nullable(),
});
export type AccessRecord = z.infer<typeof accessRecordSchema>;

/** Where a user's record lies. */
export function accessKey(userId: number): string {
  return `ridgeline:access:${userId}`;
}

/** Whose record lies under a key; null for keys of anything else. */
export function userOfAccessKey(key: string): number | null {
  const digits = /^ridgeline:access:([1-9]\d{0,9})$/.exec(key)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A record as it was stored; null for none, or for one that makes no sense, which grants nothing. */
export function parseAccessRecord(stored: string | null): AccessRecord | null {
  if (stored === null) return null;
  try {
    return accessRecordSchema.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}

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
      await withTimeout(
        2_000,
        client.eval(putUnlessNewer, change).then(() => client.ping()),
      );
    },
  };
}
