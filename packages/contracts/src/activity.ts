import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idSchema, timeSchema } from './fields.ts';

/** Audited actions of services other than auth, which reach the trail as events. */
export const auditActionSchema = z.enum([
  'connection-created',
  'connection-changed',
  'connection-renamed',
  'connection-deleted',
  'connection-address-renewed',
  'connection-subscribed-again',
  'connection-tested',
  'credentials-tested',
  'hubspot-properties-created',
  'migration-created',
  'migration-cancelled',
  'migration-paused',
  'migration-resumed',
  'migration-exported',
  'migration-checked',
  'dry-run-created',
  'plan-run-created',
  'retry-created',
  'undo-created',
  'duplicate-answered',
  'duplicate-answer-taken-back',
  'processes-cleaned-up',
  'sync-retried',
  'companies-viewed',
]);
export type AuditAction = z.infer<typeof auditActionSchema>;

/** Every event of the audit trail. */
export const activityActionSchema = z.enum([
  'sign-in',
  'sign-out',
  'sign-out-everywhere',
  'registration',
  'email-verified',
  'password-forgotten',
  'password-reset',
  'password-change',
  'profile-change',
  'invitation-sent',
  'invitation-withdrawn',
  'invitation-accepted',
  'member-removed',
  'user-change',
  'user-password-reset',
  'access-revoked',
  'access-restored',
  'access-revoked-confirmed',
  'access-denied',
  'users-read',
  'activity-read',
  'activity-exported',
  ...auditActionSchema.options,
]);
export type ActivityAction = z.infer<typeof activityActionSchema>;

const partySchema = z.object({ id: idSchema.nullable(), email: z.string().nullable() });

/** One entry of the audit trail: who did what to whom, when, from where, and with which result. */
export const activitySchema = z.object({
  id: idSchema,
  at: timeSchema,
  action: activityActionSchema,
  result: z.enum(['done', 'refused']),
  actor: partySchema,
  target: partySchema.nullable(),
  companyId: z.string().nullable(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** What changed or why it was refused, in words; never a secret. */
  detail: z.string().nullable(),
});
export type Activity = z.infer<typeof activitySchema>;

/** Filters that combine. `search` matches emails, company, address and detail, in any case. */
const activityFilter = z.object({
  search: z.string().trim().max(100).optional(),
  action: activityActionSchema.optional(),
});

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary: 'The audit trail, newest first',
  access: 'administrator',
  query: activityFilter.extend({
    /** Only entries older than this one: the `next` of the previous page. */
    before: z.coerce.number().pipe(idSchema).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ entries: z.array(activitySchema), next: idSchema.nullable() }),
});

export const exportActivity = endpoint({
  method: 'GET',
  path: '/api/activity/export',
  summary: 'What is filtered, as CSV',
  access: 'administrator',
  query: activityFilter,
  mediaType: 'text/csv',
});
