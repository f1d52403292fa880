import { z } from 'zod';
import { connectionSchema, dealSettingsSchema, vendorCredentialsSchema } from '../connections/index.ts';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, idSchema, pathIdSchema } from '../fields.ts';

/** The decrypted credentials of a connection, for the time of a run. Never stored, logged or put on Kafka. */
export const connectionSecretsSchema = vendorCredentialsSchema.extend({
  connectionId: idSchema,
  companyId: companyIdSchema,
  hubSpotPortalId: z.string().nullable(),
  deals: dealSettingsSchema,
});
export type ConnectionSecrets = z.infer<typeof connectionSecretsSchema>;

const connectionOfCompany = {
  params: z.object({ id: pathIdSchema }),
  query: z.object({ companyId: companyIdSchema }),
} as const;

export const getConnectionSecrets = endpoint({
  method: 'GET',
  path: '/internal/connections/{id}/secrets',
  summary: 'The credentials of a connection, for a worker or a validation',
  access: 'service',
  ...connectionOfCompany,
  answer: connectionSecretsSchema,
  errors: ['connection.not_found'],
});

/** Maximum connections per call. */
export const maxConnectionsAtOnce = 50;

export const getManyConnectionSecrets = endpoint({
  method: 'POST',
  path: '/internal/connections/secrets',
  summary:
    'The credentials of several connections, for a worker; one that its company does not have is left out',
  access: 'service',
  body: z.object({
    connections: z
      .array(z.object({ connectionId: idSchema, companyId: companyIdSchema }))
      .max(maxConnectionsAtOnce)
      .readonly(),
  }),
  answer: z.object({ secrets: z.array(connectionSecretsSchema) }),
});

export const getConnectionForService = endpoint({
  method: 'GET',
  path: '/internal/connections/{id}',
  summary: 'A connection of a company, with masks, for a service that must know that it exists',
  access: 'service',
  ...connectionOfCompany,
  answer: connectionSchema,
  errors: ['connection.not_found'],
});
