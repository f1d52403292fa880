import type { z } from 'zod';
import { accessSchema } from './identity.ts';

/**
 * Who a user is and what they may do, as gateways look it up with each request. The auth service and the gateways store it
 * in Redis under `accessKey` when it changes; a session points to it, so that a change takes effect with the next request.
 */
export type AccessRecord = z.infer<typeof accessSchema>;

/** Where a user's record is stored. */
export const accessKey = (userId: number): string => `ridgeline:access:${userId}`;

/** Whose record is stored under a key; null for keys of anything else. */
export function userOfAccessKey(key: string): number | null {
  const digits = /^ridgeline:access:([1-9]\d{0,9})$/.exec(key)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A record as it was stored; null for none, or for an invalid one, which grants nothing. */
export function parseAccessRecord(stored: string | null): AccessRecord | null {
  if (stored === null) return null;
  try {
    return accessSchema.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}

/** How the records are stored. They outlive every session: the longest lasts 30 days, and each grant writes its record again. */
export const accessRecords = {
  keyOf: ({ userId }: AccessRecord): string => accessKey(userId),
  keptSeconds: 31 * 24 * 60 * 60,
} as const;
