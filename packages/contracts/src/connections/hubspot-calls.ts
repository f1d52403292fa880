import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../fields.ts';
import { migrationTypeSchema } from '../objects/kinds.ts';
import { portalOptionSchema } from '../objects/portal-value.ts';
import {
  credentialErrors,
  otherAccountErrors,
  secretsOfSchema,
  typedCredentialsSchema,
} from './credentials.ts';
import { operationIdSchema } from './save-operation.ts';

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
  /** The same for the objects of other kinds of record, by HubSpot's name of the object; absent where there are none. */
  others: z.record(z.string(), propertyCheckSchema).optional(),
});
export type PropertyResult = z.infer<typeof propertyResultSchema>;

/** What was found for each object. */
export const checkedObjects = ({ contacts, deals, others = {} }: PropertyResult) => [
  contacts,
  deals,
  ...Object.values(others),
];

export const validateHubspotProperties = endpoint({
  method: 'POST',
  path: '/api/validate-hubspot-properties',
  summary:
    'Try both credentials, check the HubSpot properties that a migration needs, and create what is missing',
  access: 'signed-in',
  body: typedCredentialsSchema.extend({
    /** The edited connection: both credentials must belong to its accounts. */
    connectionId: secretsOfSchema,
    /** The copied connection; the copy may have other accounts. */
    sourceConnectionId: secretsOfSchema,
    createProperties: z.boolean().default(false),
    operationId: operationIdSchema.optional(),
  }),
  answer: propertyResultSchema,
  errors: [
    ...credentialErrors,
    ...otherAccountErrors,
    'connection.source_deleted',
    'properties.creation_failed',
    'properties.unsuitable',
  ],
});

/** A pipeline of deals with its stages, in the order in which people see them. */
export const dealPipelineSchema = z.object({
  id: z.string(),
  label: z.string(),
  stages: z.array(z.object({ id: z.string(), label: z.string() })),
});
export type DealPipelineChoice = z.infer<typeof dealPipelineSchema>;

export const listDealPipelines = endpoint({
  method: 'POST',
  path: '/api/hubspot-pipelines',
  summary:
    "The portal's deal pipelines and stages, for the form; a token that may not read them gets an error",
  access: 'signed-in',
  body: typedCredentialsSchema.pick({ hubspotPat: true }).extend({ connectionId: secretsOfSchema }),
  answer: z.object({ pipelines: z.array(dealPipelineSchema) }),
  errors: credentialErrors,
});

/** The choices for a property that is a list: the options that the portal shows, in its order. */
export const propertyOptionsSchema = z.object({
  property: z.string(),
  options: z.array(portalOptionSchema),
});
export type PropertyOptions = z.infer<typeof propertyOptionsSchema>;

export const listPropertyOptions = endpoint({
  method: 'GET',
  path: '/api/hubspot-options',
  summary:
    "The options in the portal of the lists that a kind of migration writes, to correct a record's value",
  access: 'signed-in',
  query: z.object({ connectionId: z.coerce.number().pipe(idSchema), migrationType: migrationTypeSchema }),
  answer: z.object({ properties: z.array(propertyOptionsSchema) }),
  errors: [...credentialErrors, 'migration.type_required'],
});
