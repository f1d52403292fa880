import { z } from 'zod';

/** The largest id: Postgres' `integer`. */
export const largestId = 2_147_483_647;

/** A number that people see: 'Migration #12'. In paths it arrives as text. */
export const idSchema = z.int().positive().max(largestId);

/** An id in a path: digits only, so that `1e3`, `0x1` or ` 1` are refused. */
export const pathIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'request.not_found')
  .transform(Number)
  .pipe(z.number().max(largestId, 'request.not_found'));

/** A moment, ISO 8601 in UTC. */
export const timeSchema = z.iso.datetime();

/** A company's id: short text, chosen by the server. */
export const companyIdSchema = z.string().min(1).max(40);

/** An e-mail address as people type it; compared in lower case. */
export const emailSchema = z
  .string('auth.email_required')
  .trim()
  .min(1, 'auth.email_required')
  .max(254, 'auth.email_invalid')
  .pipe(z.email('auth.email_invalid'));

/** Text that people wrote: no control characters, which no database and no log line should meet, and no half characters. */
export const writtenText = /^[^\p{Cc}\p{Cs}]*$/u;

/** A first or last name: trimmed, may be empty or missing. */
export const personNameSchema = z
  .string()
  .trim()
  .max(100, 'auth.name_too_long')
  .regex(writtenText, 'request.characters')
  .nullish();
