import { z } from 'zod';
import { connectionSchema } from '../connections/connection.ts';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema } from '../fields.ts';
import { companySearchSchema } from './company-names.ts';

/** Connections of all companies per page. */
export const connectionPageSize = 25;

/** A connection as administrators see it: with its company's name. */
export const companyConnectionSchema = connectionSchema.extend({ companyName: z.string().nullable() });
export type CompanyConnection = z.infer<typeof companyConnectionSchema>;

export const listAllConnections = endpoint({
  method: 'GET',
  path: '/api/connections/all',
  summary:
    'A page of the connections of all companies that fit: first those that do not work, then the newest; one page beyond the end is the last one',
  access: 'administrator',
  query: z.object({
    search: companySearchSchema,
    company: companyIdSchema.optional(),
    /** Only those whose credentials or webhook do not work. */
    failing: z.stringbool().default(false),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  answer: z.object({
    connections: z.array(companyConnectionSchema),
    /** The number of matches, on all pages. */
    total: z.int().nonnegative(),
    page: z.int().min(1),
    pageSize: z.int().min(1),
  }),
});
