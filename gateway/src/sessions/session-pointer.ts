import { randomBytes } from 'node:crypto';
import { parseAccessRecord, type AccessRecord } from '@ridgeline/contracts/internal';
import type { SessionData } from 'express-session';
import { z } from 'zod';

/** The key prefix of sessions in Redis. */
export const sessionKeyPrefix = 'ridgeline:session:';

/** What sessions need of a Redis client (node-redis has it). Every command rejects immediately while Redis is unavailable. */
export interface SessionRedis {
  mGet(keys: string[]): Promise<(string | null)[]>;
  set(
    key: string,
    value: string,
    options: { expiration: { type: 'EX'; value: number }; condition: 'NX' | 'XX' },
  ): Promise<unknown>;
  /** Does nothing to a key that is gone. */
  expire(key: string, seconds: number): Promise<unknown>;
  del(keys: string[]): Promise<number>;
}

/**
 * What a session holds: a pointer to a user, and no data that could become stale. Who the user is and what they may do is stored
 * in the access record, which is checked with every request.
 */
const pointerSchema = z.object({
  userId: z.int().positive(),
  /** The session is over when the access record's epoch is higher. */
  sessionEpoch: z.int().positive(),
  /** Epoch milliseconds after which the session is over, however much it was used. */
  expiresAt: z.number(),
  remembered: z.boolean(),
});
export type SessionPointer = z.infer<typeof pointerSchema>;

declare module 'express-session' {
  interface SessionData {
    /** Only sessions of signed-in people have one, and only they are stored. */
    pointer?: SessionPointer;
  }
}

const hour = 3_600;
const day = 24 * hour;

/** How long a user stays signed in, in seconds: in total, and without a request. */
const lifetimes = {
  usual: { absolute: 12 * hour, idle: 2 * hour },
  remembered: { absolute: 30 * day, idle: 14 * day },
} as const;

/** A session that begins now. */
export function newPointer(
  grant: { readonly userId: number; readonly sessionEpoch: number; readonly remembered: boolean },
  now: number,
): SessionPointer {
  const { absolute } = grant.remembered ? lifetimes.remembered : lifetimes.usual;
  const { userId, sessionEpoch, remembered } = grant;
  return { userId, sessionEpoch, remembered, expiresAt: now + absolute * 1_000 };
}

/** For how many seconds a session that is used now is kept; zero or less when its time is over. */
export function secondsToKeep({ expiresAt, remembered }: SessionPointer, now: number): number {
  const { idle } = remembered ? lifetimes.remembered : lifetimes.usual;
  return Math.min(idle, Math.ceil((expiresAt - now) / 1_000));
}

/**
 * A session's id: the user's id, so that session and access record can be asked for together, and 256 random bits. A
 * visitor's session is never stored and belongs to no user.
 */
export function newSessionId(userId: number | undefined): string {
  return `${userId ?? 0}.${randomBytes(32).toString('base64url')}`;
}

/** The user of a session id; null for ids in an unknown format. */
export function ownerOf(sessionId: string): number | null {
  const digits = /^([1-9]\d{0,9})\./.exec(sessionId)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A session that is good, and what its user may do. */
export interface ReadSession {
  /** As it was stored. */
  readonly json: string;
  readonly pointer: SessionPointer;
  readonly access: AccessRecord;
}

/** Puts together what Redis held of a session; null when it is over, or when nothing is known of its user. */
export function readSession(
  stored: string | null | undefined,
  record: string | null | undefined,
  now: number,
): ReadSession | null {
  const access = parseAccessRecord(record ?? null);
  if (!stored || !access) return null;
  const data = JSON.parse(stored) as SessionData;
  const pointer = pointerSchema.safeParse(data.pointer).data;
  const good =
    pointer?.userId === access.userId &&
    pointer.sessionEpoch >= access.sessionEpoch &&
    pointer.expiresAt > now;
  return good ? { json: stored, pointer, access } : null;
}
