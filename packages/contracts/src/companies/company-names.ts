import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema } from '../fields.ts';

/** A customer. Its name is the one that AccuLynx reports for its oldest connection; null while no connection knows it. */
export const companySchema = z.object({ companyId: companyIdSchema, name: z.string().nullable() });
export type Company = z.infer<typeof companySchema>;

/** Part of the company's name, of its id or of the name of one of its connections, in any case. */
export const companySearchSchema = z.string().trim().max(100).optional();

/** Maximum companies per answer. */
export const maxCompanies = 500;

export const listCompanies = endpoint({
  method: 'GET',
  path: '/api/connections/companies',
  summary: `Companies that have connections, by name, ${String(maxCompanies)} at most: those that fit, or those with the given ids`,
  access: 'administrator',
  query: z.object({
    search: companySearchSchema,
    /** `co_one,co_two`; ids of no company are left out. */
    ids: z
      .string()
      .max(maxCompanies * 41)
      .transform((list) => list.split(',').filter((id) => companyIdSchema.safeParse(id).success))
      .pipe(z.array(companyIdSchema).max(maxCompanies))
      .optional(),
  }),
  answer: z.object({ companies: z.array(companySchema) }),
});
