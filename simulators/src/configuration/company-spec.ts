import { z } from 'zod';

/** Every scope that the product requests, `oauth`, which each key has, and the scopes to read a portal's other data. */
export const ALL_SCOPES = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.deals.read',
  'crm.objects.deals.write',
  'crm.schemas.contacts.read',
  'crm.schemas.contacts.write',
  'crm.schemas.deals.read',
  'crm.schemas.deals.write',
  'crm.objects.owners.read',
  'crm.objects.companies.read',
  'crm.schemas.companies.read',
  'tickets',
  'crm.objects.custom.read',
  'crm.objects.custom.write',
  'crm.schemas.custom.read',
  'crm.schemas.custom.write',
];

/** A company as registered: one AccuLynx location and its HubSpot portal. */
export const companySchema = z.strictObject({
  companyId: z.string().min(1),
  name: z.string().optional(),
  acculynxApiKey: z.string().min(5),
  hubspotToken: z.string().min(5),
  /** Sizes; left out, the simulators' own defaults. */
  contacts: z.int().nonnegative().optional(),
  jobs: z.int().nonnegative().optional(),
  /** Default: derived from the simulators' seed and the company's id. */
  seed: z.int().nonnegative().optional(),
  /** Companies with the same portal id (or token) share the portal. */
  portalId: z.int().positive().optional(),
  plan: z.enum(['starter', 'professional', 'enterprise']).default('professional'),
  limitPack: z.boolean().default(false),
  scopes: z.array(z.string()).default(ALL_SCOPES),
  accountType: z.enum(['STANDARD', 'DEVELOPER_TEST', 'SANDBOX', 'APP_DEVELOPER']).default('STANDARD'),
  timeZone: z.string().default('US/Central'),
  region: z.enum(['na1', 'eu1']).default('na1'),
});

export type CompanyInput = z.input<typeof companySchema>;
export type CompanySpec = z.output<typeof companySchema>;
