import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { vendorCredentialsSchema } from '../connection.ts';
import { companyIdSchema } from '../fields.ts';

/** What AccuLynx told about a key's company. */
export const acculynxFactsSchema = z.object({ companyId: z.string(), companyName: z.string() });

/** What HubSpot told about a token's portal. */
export const hubspotFactsSchema = z.object({
  portalId: z.string(),
  timezone: z.string(),
  accountType: z.string(),
});

const verdict = <F extends z.ZodType>(facts: F) =>
  z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('valid'), facts }),
    z.object({ verdict: z.literal('refused'), reason: z.string() }),
    z.object({ verdict: z.literal('scope_missing'), scopes: z.array(z.string()) }),
    z.object({ verdict: z.literal('unreachable'), reason: z.string() }),
  ]);

/** Both credentials, really tried at the vendors. A refused credential is a result, not an error. */
export const credentialCheckSchema = z.object({
  acculynx: verdict(acculynxFactsSchema),
  hubspot: verdict(hubspotFactsSchema),
});
export type CredentialCheck = z.infer<typeof credentialCheckSchema>;

export const checkCredentials = endpoint({
  method: 'POST',
  path: '/internal/credential-checks',
  summary: 'Try both credentials at the vendors and tell the facts',
  access: 'service',
  /** The company for which somebody typed them: who tries too many has to wait. */
  body: vendorCredentialsSchema.extend({ companyId: companyIdSchema }),
  answer: credentialCheckSchema,
});
