import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, idSchema, idTextSchema } from '../fields.ts';
import { migrationSchema, migrationStatusSchema } from '../migrations/migration.ts';
import { migrationTypeSchema } from '../objects/kinds.ts';
import { syncStatusSchema } from '../sync.ts';
import { companySchema, companySearchSchema } from './company-names.ts';

/** Migrations of all companies per answer. */
export const allMigrationsLimit = 25;

export const listAllMigrations = endpoint({
  method: 'GET',
  path: '/api/migrations/all',
  summary: `The newest ${String(allMigrationsLimit)} migrations of all companies that fit, or of those older than \`before\``,
  access: 'administrator',
  query: z.object({
    /** As for companies; `12` and `#12` also find that migration. */
    search: companySearchSchema,
    company: companyIdSchema.optional(),
    status: migrationStatusSchema.optional(),
    type: z.enum(migrationTypeSchema.options).optional(),
    /** Only older ones: the `next` of the previous answer. */
    before: idTextSchema().optional(),
  }),
  answer: z.object({ migrations: z.array(migrationSchema), next: idSchema.nullable() }),
});

/** An auto-sync that needs attention, and its company. */
export const companySyncSchema = syncStatusSchema.extend({
  companyId: companyIdSchema,
  connectionName: z.string(),
});
export type CompanySync = z.infer<typeof companySyncSchema>;

export const attentionOfCompanies = endpoint({
  method: 'GET',
  path: '/api/migrations/attention',
  summary:
    'What needs attention in all companies, newest first: of each connection and type the last migration if it failed or had records rejected in the last 30 days, and auto-sync that fails or is behind',
  access: 'administrator',
  answer: z.object({
    migrations: z.array(migrationSchema),
    syncs: z.array(companySyncSchema),
    /** The companies of both lists. */
    companies: z.array(companySchema),
    /** Whether either list is longer than this answer. */
    more: z.boolean(),
  }),
});
