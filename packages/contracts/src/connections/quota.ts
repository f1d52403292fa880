import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pathIdSchema, timeSchema } from '../fields.ts';

const count = z.int().nonnegative();

/** Who makes calls: checks that people wait for, auto-sync, migrations, and comparisons in the background. */
const callsByUseSchema = z.object({ people: count, sync: count, migration: count, background: count });
export type CallsByUse = z.infer<typeof callsByUseSchema>;

/** How the limit of one credential is used now. */
export const limitUseSchema = z.object({
  /** At most so many calls may begin within any `windowMs`; as the vendor told it, narrower for a while after it refused calls. */
  limit: z.int().positive(),
  windowMs: z.int().positive(),
  /** Calls within the present window, no matter who made them. */
  used: count,
  /** The same by what they are for; null where another company uses the same account. */
  usedBy: callsByUseSchema.nullable(),
  /** Calls that wait for their place. */
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
  /** By all apps of the portal, at `at`: HubSpot does not tell whose calls they were. */
  used: count,
  at: timeSchema,
  /** Midnight in the portal's time zone; null where that is not known. */
  freesAt: timeSchema.nullable(),
  /** Whether migrations wait, so that the rest is left to people and auto-sync. */
  reserved: z.boolean(),
});
export type DayUse = z.infer<typeof dayUseSchema>;

/** What of the vendors' limits a connection uses. */
export const quotaSchema = z.object({
  acculynx: limitUseSchema,
  hubspot: limitUseSchema,
  /** Null before HubSpot told it today. */
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
