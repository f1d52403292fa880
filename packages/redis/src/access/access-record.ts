import { z } from 'zod';

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
