import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors/catalogue.ts';
import { companyIdSchema, idSchema, pathIdSchema, timeSchema, visibleName, writtenText } from './fields.ts';

/** How a vendor took the stored credential: 'valid' is shown as Valid, anything else as Invalid. */
export const credentialStatusSchema = z.enum(['pending', 'valid', 'invalid']);
export type CredentialStatus = z.infer<typeof credentialStatusSchema>;

/** What costs one call to AccuLynx for each job, and is read only by choice. */
export const jobDetailSchema = z.enum(['representative', 'financials', 'insurance', 'milestone']);
export type JobDetail = z.infer<typeof jobDetailSchema>;

/** HubSpot's id of a pipeline or a stage: as it is spelt, but for blanks around it. */
const hubspotIdSchema = z.string().trim().min(1).max(100).regex(writtenText, 'request.characters');

/** A location has about ten milestones; more than so many is not a list of them. */
const mostMilestones = 100;

/** How jobs become deals. */
export const dealSettingsSchema = z.object({
  /** null: the portal's default pipeline. */
  defaultDealPipeline: hubspotIdSchema.nullable().default(null),
  /** The stage of a new deal; null: the first one of its pipeline. */
  defaultDealStage: hubspotIdSchema.nullable().default(null),
  /** The stage for each AccuLynx milestone; a milestone that is missing here moves no deal. */
  dealStageByMilestone: z
    .record(z.string().max(100).regex(writtenText, 'request.characters'), hubspotIdSchema)
    .refine((stages) => Object.keys(stages).length <= mostMilestones)
    .default({}),
  jobDetails: z.array(jobDetailSchema).max(jobDetailSchema.options.length).default([]),
  /** Whether dead leads go over as well; AccuLynx keeps them among its jobs. */
  includeDeadJobs: z.boolean().default(false),
});
export type DealSettings = z.infer<typeof dealSettingsSchema>;

/** A named link between an AccuLynx location and a HubSpot portal. Both secrets are masks (`••••1a2b`). */
export const connectionSchema = z.object({
  id: idSchema,
  name: z.string(),
  userId: idSchema,
  companyId: companyIdSchema,
  acculynxApiKey: z.string(),
  hubspotPat: z.string(),
  acculynxStatus: credentialStatusSchema,
  hubspotStatus: credentialStatusSchema,
  webhookStatus: z.string(),
  acculynxCompanyId: z.string().nullable(),
  acculynxCompanyName: z.string().nullable(),
  hubSpotPortalId: z.string().nullable(),
  hubSpotPortalTimezone: z.string().nullable(),
  portalAccountType: z.string().nullable(),
  ...dealSettingsSchema.shape,
  lastSync: timeSchema.nullable(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Connection = z.infer<typeof connectionSchema>;

/** Credentials travel in a header: visible ASCII only. */
const sendableInHeader = /^[!-~]+$/;

const secretSchema = (code: 'connection.acculynx_key_too_short' | 'connection.hubspot_token_too_short') =>
  z.string(code).trim().min(5, code).max(512, code).regex(sendableInHeader, code);

const credentialErrors = [
  'connection.acculynx_key_too_short',
  'connection.hubspot_token_too_short',
  'connection.acculynx_refused',
  'connection.acculynx_unreachable',
  'connection.hubspot_refused',
  'connection.hubspot_scope_missing',
  'connection.hubspot_unreachable',
  'connection.checks_paused',
  'request.too_many',
] as const satisfies readonly ErrorCode[];

/** The two credentials, as typed into the form. */
export const vendorCredentialsSchema = z.object({
  acculynxApiKey: secretSchema('connection.acculynx_key_too_short'),
  hubspotPat: secretSchema('connection.hubspot_token_too_short'),
});
export type VendorCredentials = z.infer<typeof vendorCredentialsSchema>;

/** The fields stand in the form's order: the first wrong one is the answer's text. */
export const newConnectionSchema = z.object({
  name: z
    .string('connection.name_too_short')
    .trim()
    .min(3, 'connection.name_too_short')
    .refine((name) => visibleName(name).length >= 3, 'connection.name_too_short')
    .max(100, 'connection.name_too_long')
    .regex(writtenText, 'request.characters'),
  ...vendorCredentialsSchema.shape,
  ...dealSettingsSchema.shape,
});
export type NewConnection = z.input<typeof newConnectionSchema>;
/** A new connection after validation: what was left out has its default. */
export type ValidNewConnection = z.output<typeof newConnectionSchema>;

export const listConnections = endpoint({
  method: 'GET',
  path: '/api/connections',
  summary: "The company's connections",
  access: 'signed-in',
  answer: z.array(connectionSchema),
});

export const statsSchema = z.object({ connectionCount: z.int().nonnegative() });

export const getStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  summary: 'How many connections the company has',
  access: 'signed-in',
  answer: statsSchema,
});

export const getConnection = endpoint({
  method: 'GET',
  path: '/api/connections/{id}',
  summary: 'One connection',
  access: 'signed-in',
  params: z.object({ id: pathIdSchema }),
  answer: connectionSchema,
  errors: ['connection.not_found'],
});

export const createConnection = endpoint({
  method: 'POST',
  path: '/api/connections',
  summary: 'Save a connection after both credentials were tried at the vendors',
  access: 'signed-in',
  body: newConnectionSchema,
  answer: connectionSchema,
  status: 201,
  idempotent: true,
  errors: [
    'connection.name_too_short',
    'connection.name_too_long',
    'request.characters',
    ...credentialErrors,
  ],
});

/** What HubSpot's property check found for one object type. */
export const propertyCheckSchema = z.object({
  missingProperties: z.array(z.string()),
  validatedProperties: z.int().nonnegative(),
});

export const propertyResultSchema = z.object({
  status: z.enum(['valid', 'missing', 'created']),
  message: z.string(),
  contacts: propertyCheckSchema,
  deals: propertyCheckSchema,
});
export type PropertyResult = z.infer<typeof propertyResultSchema>;

export const validateHubspotProperties = endpoint({
  method: 'POST',
  path: '/api/validate-hubspot-properties',
  summary: 'Check the HubSpot properties that a migration needs, and create what is missing',
  access: 'signed-in',
  body: vendorCredentialsSchema.extend({ createProperties: z.boolean().default(false) }),
  answer: propertyResultSchema,
  errors: [...credentialErrors, 'properties.creation_failed', 'properties.unsuitable'],
});
