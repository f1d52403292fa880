import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { companyIdSchema, idSchema, pathIdSchema, visibleName, writtenText } from '../fields.ts';
import {
  autoSyncResumeSchema,
  connectionDetailSchema,
  connectionSchema,
  connectionSettingsSchema,
} from './connection.ts';
import { credentialErrors, otherAccountErrors, typedCredentialsSchema } from './credentials.ts';
import { defaultDealSettings, hubspotIdOrDefaultSchema } from './deal-settings.ts';
import { operationIdSchema } from './save-operation.ts';

/** Maximum length of a connection's name. */
export const maxConnectionName = 100;

const nameSchema = (tooShort: 'connection.name_too_short' | 'connection.rename_too_short') =>
  z
    .string(tooShort)
    .trim()
    .min(3, tooShort)
    .refine((name) => visibleName(name).length >= 3, tooShort)
    .max(maxConnectionName, 'connection.name_too_long')
    .regex(writtenText, 'request.characters');

/** What the form sends, in the form's order, because the first invalid field provides the answer's text. */
const formSchema = z.object({
  name: nameSchema('connection.name_too_short'),
  ...typedCredentialsSchema.shape,
  ...connectionSettingsSchema.shape,
  defaultDealPipeline: hubspotIdOrDefaultSchema,
  defaultDealStage: hubspotIdOrDefaultSchema,
});

const besides = {
  /** Only administrators may set it; all others use their own company. */
  companyId: companyIdSchema.optional(),
  /**
   * Identifies the steps of this save on the event stream. A change that is sent again under the same id, because its
   * answer was lost, is answered with what is stored and changes nothing.
   */
  operationId: operationIdSchema.optional(),
};

const { customEventProcessorUrl, ...settings } = formSchema.shape;

export const newConnectionSchema = formSchema.extend({
  autoSyncNewContacts: settings.autoSyncNewContacts.default(false),
  autoSyncNewJobs: settings.autoSyncNewJobs.default(false),
  migrateContacts: settings.migrateContacts.default(false),
  migrateJobs: settings.migrateJobs.default(false),
  includeNoEmailContacts: settings.includeNoEmailContacts.default(false),
  customEventProcessorUrl: customEventProcessorUrl.default(null),
  defaultDealPipeline: settings.defaultDealPipeline.default(defaultDealSettings.defaultDealPipeline),
  defaultDealStage: settings.defaultDealStage.default(defaultDealSettings.defaultDealStage),
  dealStageByMilestone: settings.dealStageByMilestone.default(defaultDealSettings.dealStageByMilestone),
  jobDetails: settings.jobDetails.default(defaultDealSettings.jobDetails),
  includeDeadJobs: settings.includeDeadJobs.default(defaultDealSettings.includeDeadJobs),
  ...besides,
  /** For a copy: the connection whose secrets the server uses where their masks were sent. */
  sourceConnectionId: idSchema.optional(),
});
export type NewConnection = z.input<typeof newConnectionSchema>;
/** A new connection after validation: omitted fields have their defaults. */
export type ValidNewConnection = z.output<typeof newConnectionSchema>;

/** A change: omitted fields stay unchanged, and so does a secret whose mask is sent. */
export const connectionChangeSchema = formSchema.partial().extend({
  ...besides,
  /** The version that was edited; a newer one is not overwritten. */
  version: z.int().positive().optional(),
  /** For each kind whose auto-sync this change switches on again; default: `catch_up`. */
  resumeContacts: autoSyncResumeSchema.optional(),
  resumeJobs: autoSyncResumeSchema.optional(),
});
export type ConnectionChange = z.infer<typeof connectionChangeSchema>;

const saveErrors = [
  'connection.name_too_short',
  'connection.name_too_long',
  'request.characters',
  'user.company_unknown',
  ...credentialErrors,
  'connection.event_processor_invalid',
  'connection.event_processor_unreachable',
  'connection.webhook_failed',
  'connection.webhook_refused',
  'connection.pipeline_unknown',
  'connection.already_synced',
  'properties.unsuitable',
] as const satisfies readonly ErrorCode[];

const ofId = { params: z.object({ id: pathIdSchema }) } as const;

export const listConnections = endpoint({
  method: 'GET',
  path: '/api/connections',
  summary: "The company's connections",
  access: 'signed-in',
  answer: z.array(connectionSchema),
});

export const getStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  summary: 'How many connections the company has',
  access: 'signed-in',
  answer: z.object({ connectionCount: z.int().nonnegative() }),
});

export const getConnection = endpoint({
  method: 'GET',
  path: '/api/connections/{id}',
  summary: "One connection, with AccuLynx' lists",
  access: 'signed-in',
  ...ofId,
  answer: connectionDetailSchema,
  errors: ['connection.not_found'],
});

export const createConnection = endpoint({
  method: 'POST',
  path: '/api/connections',
  summary: 'Save a connection after both credentials were tried at the vendors',
  access: 'signed-in',
  body: newConnectionSchema,
  answer: connectionDetailSchema,
  status: 201,
  idempotent: true,
  errors: [...saveErrors, 'connection.source_deleted'],
});

export const updateConnection = endpoint({
  method: 'PATCH',
  path: '/api/connections/{id}',
  summary: 'Change a connection; when anything fails, all of it stays as it was',
  access: 'signed-in',
  ...ofId,
  body: connectionChangeSchema,
  answer: connectionDetailSchema,
  errors: [
    ...saveErrors,
    ...otherAccountErrors,
    'connection.changed_meanwhile',
    'connection.migrations_open',
  ],
});

export const renameConnectionSchema = z.object({ name: nameSchema('connection.rename_too_short') });

export const renameConnection = endpoint({
  method: 'PATCH',
  path: '/api/connections/{id}/rename',
  summary: 'Give a connection another name',
  access: 'signed-in',
  ...ofId,
  body: renameConnectionSchema,
  answer: connectionSchema,
  errors: [
    'connection.rename_too_short',
    'connection.name_too_long',
    'request.characters',
    'connection.not_found',
  ],
});

export const deleteConnection = endpoint({
  method: 'DELETE',
  path: '/api/connections/{id}',
  summary: 'Remove a connection, its secrets, and its subscription at AccuLynx',
  access: 'signed-in',
  ...ofId,
  query: z.object({
    /** Whether running and waiting migrations are cancelled; otherwise they cause a refusal. */
    cancelMigrations: z.stringbool().default(false),
  }),
  answer: z.object({
    /** Whether a subscription was removed at AccuLynx. */
    webhookDisabled: z.boolean(),
    /** The subscription that existed; null if there was none. */
    subscriptionId: z.string().nullable(),
  }),
  errors: ['connection.not_found', 'connection.migrations_open'],
});

export const renewWebhookAddress = endpoint({
  method: 'POST',
  path: '/api/connections/{id}/webhook-address',
  summary: 'Have AccuLynx send events to a new secret address; the present one still works for 24 hours',
  access: 'signed-in',
  ...ofId,
  answer: connectionSchema,
  errors: [
    'connection.not_found',
    'connection.no_webhook_address',
    'connection.webhook_failed',
    'connection.webhook_refused',
  ],
});

export const renewSubscription = endpoint({
  method: 'POST',
  path: '/api/connections/{id}/subscription',
  summary:
    'Subscribe again at AccuLynx, in place of the subscription that there is; what changed since is searched for',
  access: 'signed-in',
  ...ofId,
  answer: connectionSchema,
  errors: [
    'connection.not_found',
    'connection.auto_sync_off',
    'connection.webhook_failed',
    'connection.webhook_refused',
  ],
});

/** What a test of a stored connection checks. */
export const connectionChecks = ['acculynx', 'hubspot', 'properties', 'pipeline', 'webhook'] as const;

export const connectionTestSchema = z.object({
  checks: z.array(
    z.object({
      check: z.enum(connectionChecks),
      result: z.enum(['passed', 'warning', 'failed']),
      text: z.string(),
    }),
  ),
  connection: connectionSchema,
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

export const testConnection = endpoint({
  method: 'POST',
  path: '/api/connections/{id}/test',
  summary: 'Try the stored credentials now, and tell what each check found',
  access: 'signed-in',
  ...ofId,
  answer: connectionTestSchema,
  errors: ['connection.not_found', 'connection.checks_paused', 'request.too_many'],
});
