import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { namedCompanySchema } from '../fields.ts';

/** An administrator names a company; whether there is one only auth knows. */
export const findCompany = endpoint({
  method: 'POST',
  path: '/internal/companies/search',
  summary: 'Whether there is a company with this id',
  access: 'service',
  body: z.object({ companyId: namedCompanySchema }),
  answer: z.object({ isKnown: z.boolean() }),
});
