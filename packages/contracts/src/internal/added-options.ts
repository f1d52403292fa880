import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pathIdSchema } from '../fields.ts';

/** A HubSpot property with options that a migration added to it, or that a dry run would add. */
export const addedOptionsSchema = z.object({
  /** The internal name of the property. */
  property: z.string().min(1),
  /** What HubSpot calls the property. */
  label: z.string(),
  /** The labels of the options, in the order in which they were added. */
  options: z.array(z.string()).readonly(),
});
export type AddedOptions = z.infer<typeof addedOptionsSchema>;

export const reportAddedOptions = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/added-options',
  summary:
    'Store which options a run added to a HubSpot property, or would add; only under a lease that its worker still holds. Safe to repeat',
  access: 'service',
  params: z.object({ id: pathIdSchema }),
  body: addedOptionsSchema.extend({ epoch: z.int().positive() }),
  errors: ['run.lease_lost', 'run.cancelled'],
});
