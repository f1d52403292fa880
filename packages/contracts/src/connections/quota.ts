import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pathIdSchema, timeSchema } from '../fields.ts';

const count = z.int().nonnegative();

/** What calls are made for: checks that users wait for, auto-sync, migrations, and comparisons in the background. */
const callsByUseSchema = z.object({ people: count, sync: count, migration: count, background: count });
export type CallsByUse = z.infer<typeof callsByUseSchema>;

/** The current use of one credential's limit. */
export const limitUseSchema = z.object({
  /**
   * The maximum number of calls that may begin within any `windowMs`: the vendor's limit, narrowed for a while after it
   * refused calls.
   */
  limit: z.int().positive(),
  windowMs: z.int().positive(),
  /** Calls within the current window, by all callers. */
  used: count,
  /** The same by purpose; null where another company uses the same account. */
  usedBy: callsByUseSchema.nullable(),
  /** Calls that wait for a slot. */
  waiting: count,
  waitingBy: callsByUseSchema.nullable(),
  /** When the next call may begin; null while there is room. */
  freesAt: timeSchema.nullable(),
  /** Until when the vendor refuses all calls; null while it does not. */
  blockedUntil: timeSchema.nullable(),
});
export type LimitUse = z.infer<typeof limitUseSchema>;

/** HubSpot's limit for a day, which all apps of the portal share. */
export const dayUseSchema = z.object({
  limit: count,
  /** Calls by all apps of the portal, as of `at`: HubSpot does not report which app made them. */
  used: count,
  at: timeSchema,
  /** Midnight in the portal's time zone; null where that is not known. */
  freesAt: timeSchema.nullable(),
  /** Whether migrations wait, so that the remaining calls are left to users and auto-sync. */
  reserved: z.boolean(),
});
export type DayUse = z.infer<typeof dayUseSchema>;

/** How much of the vendors' limits a connection uses. */
export const quotaSchema = z.object({
  acculynx: limitUseSchema,
  hubspot: limitUseSchema,
  /** Null until HubSpot has reported it today. */
  hubspotDay: dayUseSchema.nullable(),
});
export type Quota = z.infer<typeof quotaSchema>;

export const getQuota = endpoint({
  method: 'GET',
  path: '/api/connections/{id}/quota',
  summary: "How the limits of a connection's API key and access token are used now; calls no vendor",
  access: 'signed-in',
  params: z.object({ id: pathIdSchema }),
  answer: quotaSchema,
  errors: ['connection.not_found'],
});
