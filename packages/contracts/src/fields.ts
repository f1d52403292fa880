import { z } from 'zod';
import type { ErrorCode } from './errors/catalogue.ts';

/** The largest id: Postgres' `integer`. */
export const largestId = 2_147_483_647;

/** A number that users see: 'Migration #12'. In paths it arrives as text. */
export const idSchema = z.int().positive().max(largestId);

/** An id that arrives as text: digits only, so that `1e3`, `0x1` or ` 1` are refused, with the code if one is given. */
export const idTextSchema = (code?: ErrorCode) =>
  z
    .string(code)
    .regex(/^[1-9]\d{0,9}$/, code)
    .transform(Number)
    .pipe(z.number().max(largestId, code));

/**
 * A number from one sequence for all companies, drawn for each line that is written: Postgres' `bigint`, within the exact
 * integers.
 */
export const lineIdSchema = z.int().positive();

/** The same as text. */
export const lineIdTextSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(lineIdSchema);

/** An id in a path. */
export const pathIdSchema = idTextSchema('request.not_found');

/** A moment, ISO 8601 in UTC. */
export const timeSchema = z.iso.datetime();

/** A company's id: short text, chosen by the server. */
export const companyIdSchema = z.string().min(1).max(40);

/** A company's id as an administrator types it: anything but a short word is no company's. */
export const namedCompanySchema = z
  .string()
  .trim()
  .regex(/^[\w-]{1,40}$/, 'user.company_unknown');

/** An email address as people type it; compared in lower case. */
export const emailSchema = z
  .string({ error: ({ input }) => ((input ?? '') === '' ? 'auth.email_required' : 'auth.email_invalid') })
  .trim()
  .min(1, 'auth.email_required')
  .max(254, 'auth.email_invalid')
  .pipe(z.email('auth.email_invalid'));

/** The errors of `emailSchema`. */
export const emailErrors = [
  'auth.email_required',
  'auth.email_invalid',
] as const satisfies readonly ErrorCode[];

/**
 * Text that users wrote: no control characters, which belong in no database and no log line, no lone surrogates, and none
 * of the embeddings, overrides and isolates that change the direction of the words around them (Unicode's UAX 9; its plain
 * direction marks, which change nothing else, are allowed).
 */
export const writtenText = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u;

/**
 * Invisible characters: spaces of every kind, format characters (zero-width ones, direction marks), Unicode's
 * default-ignorable code points, and the blank braille pattern.
 */
const unseen = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]$/u;

/**
 * A name without invisible characters at its ends; empty when it has no visible character. For
 * validation only, because a format character may belong to the visible one before it.
 */
export function visibleName(name: string): string {
  const characters = Array.from(name);
  const seen = (character: string): boolean => !unseen.test(character);
  return characters
    .slice(Math.max(0, characters.findIndex(seen)), characters.findLastIndex(seen) + 1)
    .join('');
}

/** A first or last name: trimmed, may be empty or missing; one without any visible character counts as empty. */
export const personNameSchema = z
  .string()
  .trim()
  .overwrite((name) => (visibleName(name) === '' ? '' : name))
  .max(100, 'auth.name_too_long')
  .regex(writtenText, 'request.characters')
  .nullish();

/** The errors of `personNameSchema`. */
export const personNameErrors = [
  'auth.name_too_long',
  'request.characters',
] as const satisfies readonly ErrorCode[];
