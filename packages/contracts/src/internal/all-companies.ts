import { z } from 'zod';
import { companySchema } from '../companies/company-names.ts';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, idSchema } from '../fields.ts';

/** Maximum companies that a search finds. */
export const maxMatches = 100;

export const matchCompanies = endpoint({
  method: 'POST',
  path: '/internal/companies/matches',
  summary: 'The companies that fit a search of an administrator',
  access: 'service',
  body: z.object({ search: z.string().min(1).max(100) }),
  answer: z.object({ companyIds: z.array(companyIdSchema) }),
});

/** What a connection of any company is called. */
export const describedConnectionSchema = companySchema.extend({
  connectionId: idSchema,
  connectionName: z.string(),
});
export type DescribedConnection = z.infer<typeof describedConnectionSchema>;

export const describeConnections = endpoint({
  method: 'POST',
  path: '/internal/connections/descriptions',
  summary: 'What connections and their companies are called; deleted ones are left out',
  access: 'service',
  body: z.object({ ids: z.array(idSchema).max(500) }),
  answer: z.object({ connections: z.array(describedConnectionSchema) }),
});
