import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, idSchema, pathIdSchema } from '../fields.ts';

const ofConnection = { params: z.object({ id: pathIdSchema }) } as const;

export const countOpenMigrations = endpoint({
  method: 'GET',
  path: '/internal/connections/{id}/open-migrations',
  summary: 'How many migrations of a connection run or wait',
  access: 'service',
  ...ofConnection,
  query: z.object({ companyId: companyIdSchema }),
  answer: z.object({ open: z.int().nonnegative() }),
});

export const cancelOpenMigrations = endpoint({
  method: 'POST',
  path: '/internal/connections/{id}/open-migrations/cancellation',
  summary: 'Cancel what runs or waits of a connection that is deleted',
  access: 'service',
  ...ofConnection,
  /** The user in whose name it is done: the audit trail shows it like that user's own cancel. */
  body: z.object({ companyId: companyIdSchema, userId: idSchema }),
  answer: z.object({ cancelled: z.int().nonnegative() }),
});
