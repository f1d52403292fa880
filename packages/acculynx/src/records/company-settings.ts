import { z } from 'zod';
import { optional, optionalId, text } from './lenient.ts';

/** A Windows name and offsets as `±hh:mm:ss`; the adjusted one is in force now (vendors/acculynx.md, 5). */
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
