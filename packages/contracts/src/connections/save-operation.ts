import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The steps of a save, in order. */
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

/** The progress of one step of a save. */
export const saveStepSchema = z.object({
  step: z.enum(saveStepNames),
  state: z.enum(saveStepStates),
  /** What was found, or why it failed, in words; null where there is nothing to report. */
  text: z.string().nullable(),
});
export type SaveStep = z.infer<typeof saveStepSchema>;

/** Created by the form for each save and sent with all of its calls, which report their steps under it. */
export const operationIdSchema = z.uuid();

/** A step as the event stream reports it, as `connection-operation`. */
export const savedStepEventSchema = saveStepSchema.extend({ operationId: operationIdSchema });
export type SavedStepEvent = z.infer<typeof savedStepEventSchema>;

/** A changed or deleted connection, as the event stream reports it, as `connection-update`. */
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
