import { z } from 'zod';
import { companyIdSchema, idSchema, timeSchema } from '../fields.ts';
import { dealSettingsSchema } from './deal-settings.ts';

/** The vendor's response to the stored credential: 'valid' is shown as Valid, anything else as Invalid. */
export const credentialStatusSchema = z.enum(['pending', 'valid', 'invalid']);
export type CredentialStatus = z.infer<typeof credentialStatusSchema>;

/** The state of AccuLynx' subscription; pending while nothing is subscribed. */
export const webhookStatusSchema = z.enum(['pending', 'active', 'warning', 'error', 'invalid']);
export type WebhookStatus = z.infer<typeof webhookStatusSchema>;

/** The settings of a connection, other than its name and credentials. */
export const connectionSettingsSchema = z.object({
  autoSyncNewContacts: z.boolean(),
  autoSyncNewJobs: z.boolean(),
  /**
   * The last choice of kinds for this connection: a new migration's form starts with these kinds, and with whether contacts
   * without an email address are copied, which applies to auto-sync too. Setting them copies nothing.
   */
  migrateContacts: z.boolean(),
  migrateJobs: z.boolean(),
  includeNoEmailContacts: z.boolean(),
  /** Where AccuLynx sends its events; null: to this product. */
  customEventProcessorUrl: z.string().trim().max(2_000, 'connection.event_processor_invalid').nullable(),
  ...dealSettingsSchema.shape,
});
export type ConnectionSettings = z.infer<typeof connectionSettingsSchema>;

/**
 * When auto-sync is switched on again. `catch_up`: what was created or changed while it was off is copied. `from_now`: that
 * is left to migrations.
 */
export const autoSyncResumeSchema = z.enum(['catch_up', 'from_now']);
export type AutoSyncResume = z.infer<typeof autoSyncResumeSchema>;

/** An item that users choose in AccuLynx, as its settings list it. */
export const acculynxChoiceSchema = z.object({ id: z.string(), name: z.string() });
export type AcculynxChoice = z.infer<typeof acculynxChoiceSchema>;

/** The lists of AccuLynx' settings, which can be long. */
export const acculynxListsSchema = z.object({
  states: z.array(acculynxChoiceSchema),
  workTypes: z.array(acculynxChoiceSchema),
  tradeTypes: z.array(acculynxChoiceSchema),
  contactTypes: z.array(acculynxChoiceSchema),
  jobCategories: z.array(acculynxChoiceSchema),
  insuranceCompanies: z.array(acculynxChoiceSchema),
  leadSources: z.array(acculynxChoiceSchema),
});
export type AcculynxLists = z.infer<typeof acculynxListsSchema>;

/** The type ids of a portal's custom objects, by their names. */
export const hubspotObjectIdsSchema = z.record(z.string(), z.string());

/** A named link between an AccuLynx location and a HubSpot portal. Both secrets are masks (`••••1a2b`). */
export const connectionSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The user who created it. */
  userId: idSchema,
  companyId: companyIdSchema,
  acculynxApiKey: z.string(),
  hubspotPat: z.string(),
  ...connectionSettingsSchema.shape,
  /**
   * When auto-sync of each kind was last switched off; null while it is on, or if it was never on. Servers before these
   * fields do not send them.
   */
  autoSyncContactsOffSince: timeSchema.nullable().default(null),
  autoSyncJobsOffSince: timeSchema.nullable().default(null),
  acculynxStatus: credentialStatusSchema,
  /** Why it is not valid, in words; null while it is. */
  acculynxReason: z.string().nullable(),
  hubspotStatus: credentialStatusSchema,
  hubspotReason: z.string().nullable(),
  /** When the stored credentials were last checked. */
  lastCheckedAt: timeSchema.nullable(),
  webhookStatus: webhookStatusSchema,
  webhookReason: z.string().nullable(),
  /** When AccuLynx last sent an event. */
  lastEventAt: timeSchema.nullable(),
  /** When an event, or the daily test event, last proved that the current subscription delivers here. */
  webhookProvedAt: timeSchema.nullable().default(null),
  /** When it was last subscribed at AccuLynx. */
  webhookSubscribedAt: timeSchema.nullable().default(null),
  acculynxCompanyId: z.string().nullable(),
  acculynxCompanyName: z.string().nullable(),
  acculynxSubscriptionId: z.string().nullable(),
  /** A Windows name, as AccuLynx reports it. */
  acculynxInstanceTimezone: z.string().nullable(),
  /** `±hh:mm:ss`. */
  acculynxBaseUtcOffset: z.string().nullable(),
  acculynxAdjustedUtcOffset: z.string().nullable(),
  hasInsurance: z.boolean().nullable(),
  hubSpotPortalId: z.string().nullable(),
  /** The same id under its second name. */
  portalId: z.string().nullable(),
  /** Of the custom objects that migrations write to, as the last save found them. Servers before this field do not send it. */
  hubspotObjectIds: hubspotObjectIdsSchema.default({}),
  hubSpotPortalTimezone: z.string().nullable(),
  portalAccountType: z.string().nullable(),
  /** `±hh:mm`. */
  portalUtcOffset: z.string().nullable(),
  portalUtcOffsetMilliseconds: z.int().nullable(),
  lastSync: timeSchema.nullable(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  /** Grows with each change by a user: editing an older version is a conflict. */
  version: z.int().positive(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** A connection with AccuLynx' lists, as its page and the form need it. */
export const connectionDetailSchema = connectionSchema.extend(acculynxListsSchema.shape);
export type ConnectionDetail = z.infer<typeof connectionDetailSchema>;
