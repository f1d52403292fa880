import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What a save does, in this order. */
export const saveStepNames = [
  'acculynx-location',
  'hubspot-portal',
  'hubspot-properties',
  'contact-types',
  'work-types',
  'insurance-companies',
  'job-categories',
  'trade-types',
  'lead-sources',
  'portal-options',
  'webhook',
] as const;
export type SaveStepName = (typeof saveStepNames)[number];

export const saveStepStates = ['waiting', 'in-progress', 'complete', 'error'] as const;
export type SaveStepState = (typeof saveStepStates)[number];

/** How far one step of a save is. */
export const saveStepSchema = z.object({
  step: z.enum(saveStepNames),
  state: z.enum(saveStepStates),
  /** What was found, or why it failed, in words; null where there is nothing to tell. */
  text: z.string().nullable(),
});
export type SaveStep = z.infer<typeof saveStepSchema>;

/** The form makes one for each save, and hands it to every call of it: the calls' steps are reported under it. */
export const operationIdSchema = z.uuid();

/** A step as the event stream tells it, as `connection-operation`. */
export const savedStepEventSchema = saveStepSchema.extend({ operationId: operationIdSchema });
export type SavedStepEvent = z.infer<typeof savedStepEventSchema>;

/** A connection changed or is gone, as the event stream tells it, as `connection-update`. */
export const connectionUpdateSchema = z.object({ id: z.int(), deleted: z.boolean() });
export type ConnectionUpdate = z.infer<typeof connectionUpdateSchema>;

export const getSaveOperation = endpoint({
  method: 'GET',
  path: '/api/connections/operations/{operationId}',
  summary:
    'How far a save is: its steps as told so far, for a page that comes back in the middle; known for an hour',
  access: 'signed-in',
  params: z.object({ operationId: operationIdSchema }),
  answer: z.object({ operationId: operationIdSchema, steps: z.array(saveStepSchema) }),
});
