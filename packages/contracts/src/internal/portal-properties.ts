import { z } from 'zod';
import { credentialErrors } from '../connections/index.ts';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, idSchema } from '../fields.ts';
import { migrationTypeSchema } from '../objects/kinds.ts';
import { portalPropertySchema } from '../objects/portal-value.ts';

export const readPortalProperties = endpoint({
  method: 'POST',
  path: '/internal/portal-properties',
  summary:
    "How a connection's portal has these properties of what a kind of migration writes; what it lacks is missing",
  access: 'service',
  body: z.object({
    companyId: companyIdSchema,
    connectionId: idSchema,
    migrationType: migrationTypeSchema,
    properties: z.array(z.string()).readonly(),
  }),
  answer: z.object({ properties: z.array(portalPropertySchema) }),
  errors: [...credentialErrors, 'migration.type_required'],
});
