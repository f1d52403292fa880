import { z } from 'zod';
import { id, list, optional, optionalId, text } from './lenient.ts';

/** A user (vendors/acculynx.md, 4.11). `status` is Active, Inactive, Archived or Deleted. */
export const userSchema = z.object({
  id,
  displayName: text,
  firstName: text,
  lastName: text,
  email: text,
  status: text,
  role: optional(z.object({ id: optionalId, name: text })),
});
export type AcculynxUser = z.output<typeof userSchema>;

/** A lead source with those below it (5); AccuLynx lists active ones only. */
export const leadSourceSchema = z.object({
  id,
  name: text,
  children: list(z.object({ id: optionalId, name: text, parentId: optionalId })),
});
export type AcculynxLeadSource = z.output<typeof leadSourceSchema>;

/** A milestone with the statuses that a company's workflow knows within it (5). */
export const workflowMilestoneSchema = z.object({
  id: optionalId,
  name: z.string().trim().min(1),
  statuses: list(z.object({ id: optionalId, name: text })),
});
export type AcculynxWorkflowMilestone = z.output<typeof workflowMilestoneSchema>;
