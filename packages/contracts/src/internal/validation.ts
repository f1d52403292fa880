import { z } from 'zod';
import {
  acculynxChoiceSchema,
  connectionChecks,
  credentialErrors,
  dealSettingsSchema,
  hubspotObjectIdsSchema,
  otherAccountErrors,
  operationIdSchema,
  vendorCredentialsSchema,
  type AcculynxLists,
} from '../connections/index.ts';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema } from '../fields.ts';
import { knownAccountsSchema } from './known-accounts.ts';

/** What AccuLynx reports about the location that a key belongs to. */
export const acculynxFactsSchema = z.object({
  companyId: z.string(),
  companyName: z.string(),
  timezone: z.string().nullable(),
  baseUtcOffset: z.string().nullable(),
  adjustedUtcOffset: z.string().nullable(),
});
export type AcculynxFacts = z.infer<typeof acculynxFactsSchema>;

/** What HubSpot reports about a token's portal. */
export const hubspotFactsSchema = z.object({
  portalId: z.string(),
  timezone: z.string(),
  accountType: z.string(),
  utcOffset: z.string().nullable(),
  utcOffsetMilliseconds: z.int().nullable(),
});
export type HubspotFacts = z.infer<typeof hubspotFactsSchema>;

const foundList = z.array(acculynxChoiceSchema).nullable();

/** AccuLynx' lists; null where they cannot be read, which does not invalidate the stored ones. */
export const foundListsSchema = z.object({
  states: foundList,
  workTypes: foundList,
  tradeTypes: foundList,
  contactTypes: foundList,
  jobCategories: foundList,
  insuranceCompanies: foundList,
  leadSources: foundList,
} satisfies Record<keyof AcculynxLists, typeof foundList>);
export type FoundLists = z.infer<typeof foundListsSchema>;

/** Everything that is stored about both accounts when a connection is saved. */
export const connectionFactsSchema = z.object({
  acculynx: acculynxFactsSchema,
  lists: foundListsSchema,
  hubspot: hubspotFactsSchema,
  /** Of the custom objects that migrations write to, those that the portal has. Servers before this field do not send it. */
  hubspotObjectIds: hubspotObjectIdsSchema.default({}),
});
export type ConnectionFacts = z.infer<typeof connectionFactsSchema>;

/** Where new deals go: the pipeline, its stage, and its stages by milestone. */
const dealTargetSchema = dealSettingsSchema.pick({
  defaultDealPipeline: true,
  defaultDealStage: true,
  dealStageByMilestone: true,
});
export type DealTarget = z.infer<typeof dealTargetSchema>;

/** The part of a connection's settings that says where new deals go. */
export const dealTargetOf = (settings: DealTarget): DealTarget => dealTargetSchema.parse(settings);

export const readConnectionFacts = endpoint({
  method: 'POST',
  path: '/internal/connection-facts',
  summary: "Try both credentials, read all facts, and add the portal options that AccuLynx' lists need",
  access: 'service',
  /** The company of the user who typed them: it has to wait after too many attempts. */
  body: vendorCredentialsSchema.extend({
    companyId: companyIdSchema,
    operationId: operationIdSchema.nullable(),
    /** Whether a user typed one of them: stored credentials cannot be guesses. */
    isTyped: z.boolean(),
    /** The user's choices for deals: what the portal does not have is rejected. */
    ...dealTargetSchema.shape,
    /** The expected accounts of the connection: credentials of other accounts are rejected before anything is written. */
    ...knownAccountsSchema.shape,
  }),
  answer: connectionFactsSchema,
  errors: [
    ...credentialErrors,
    ...otherAccountErrors,
    'connection.pipeline_unknown',
    'properties.unsuitable',
  ],
});

/** The result of checking one side's credential. A refused credential is a result, not an error. */
export const credentialVerdictSchema = z.object({
  verdict: z.enum(['valid', 'invalid', 'unknown']),
  /** Why it is not valid, in words; null where it is. */
  reason: z.string().nullable(),
});

export const testCredentials = endpoint({
  method: 'POST',
  path: '/internal/credential-tests',
  summary: 'Check stored credentials now, and the properties, and return the findings; changes nothing',
  access: 'service',
  body: vendorCredentialsSchema.extend({ companyId: companyIdSchema, ...dealTargetSchema.shape }),
  answer: z.object({
    acculynx: credentialVerdictSchema,
    hubspot: credentialVerdictSchema,
    checks: z.array(
      z.object({
        check: z.enum(connectionChecks),
        result: z.enum(['passed', 'warning', 'failed']),
        text: z.string(),
      }),
    ),
  }),
  errors: ['connection.checks_paused', 'request.too_many'],
});
