import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { namedCompanySchema } from '../fields.ts';

/** Finds the company that an administrator named; only auth knows whether it exists. */
export const findCompany = endpoint({
  method: 'POST',
  path: '/internal/companies/search',
  summary: 'Whether there is a company with this id',
  access: 'service',
  body: z.object({ companyId: namedCompanySchema }),
  answer: z.object({ isKnown: z.boolean() }),
});
