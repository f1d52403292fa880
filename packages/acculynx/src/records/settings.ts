import { z } from 'zod';
import { id, list, optional, optionalId, text } from './lenient.ts';

/** A user (docs/vendors/acculynx.md, 4.11). `status` is Active, Inactive, Archived or Deleted. */
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

/** A row of a settings list as a user chooses it: its id, always as text, and its name. */
export interface AcculynxChoice {
  readonly id: string;
  readonly name: string;
}

/** A row's id is in `id`; trade types and job categories have `tradeId` and `categoryId` too (docs/vendors/acculynx.md, 4.5). */
export const choiceSchema = z
  .object({ id: optionalId, tradeId: optionalId, categoryId: optionalId, name: text })
  .transform(({ id, tradeId, categoryId, name }) => ({ id: id ?? tradeId ?? categoryId, name }))
  .refine((choice): choice is AcculynxChoice => choice.id !== null && choice.name !== null);

/** A Windows name and offsets as `±hh:mm:ss`; the adjusted one is in force now (docs/vendors/acculynx.md, 5). */
const timeZoneSchema = optional(z.object({ name: text, baseUtcOffset: text, adjustedUtcOffset: text }));

/** The docs name the id `id`, live answers name it `companyId` (5). */
export const companySettingsSchema = z
  .object({ id: optionalId, companyId: optionalId, name: text, timeZoneInfo: timeZoneSchema })
  .transform(({ id, companyId, name, timeZoneInfo }) => ({
    companyId: companyId ?? id ?? '',
    companyName: name ?? '',
    timezone: timeZoneInfo?.name ?? null,
    baseUtcOffset: timeZoneInfo?.baseUtcOffset ?? null,
    adjustedUtcOffset: timeZoneInfo?.adjustedUtcOffset ?? null,
  }))
  .refine(({ companyId }) => companyId !== '', { path: ['companyId'] });

/** The location that a key belongs to. */
export type CompanySettings = z.output<typeof companySettingsSchema>;
