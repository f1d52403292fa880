import { z } from 'zod';

/*
 * How AccuLynx' answers are read: whatever is missing, null, empty or of another type is null, false or an empty list.
 * AccuLynx leaves null properties out, and some are there but empty (docs/vendors/acculynx.md, 4). Each field is one
 * transform, which is cheaper than a chain of schemas with a default for what does not fit: a page has many fields.
 */

const anything = z.unknown().optional();

const trimmed = (value: string): string | null => {
  const text = value.trim();
  return text === '' ? null : text;
};

/** Text without blanks around it; null when nothing is left. */
export const text = anything.transform((value) => (typeof value === 'string' ? trimmed(value) : null));

/** An id that must be there. */
export const id = z.string().trim().min(1);

/** An id that may be a whole number, as those of categories and work types are, or missing. */
export const optionalId = anything.transform((value) =>
  typeof value === 'string' || typeof value === 'number' ? trimmed(String(value)) : null,
);

export const flag = anything.transform((value) => value === true);

/** A finite number, which may come as text; null for anything else. */
export const number = anything.transform((value) => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : null;
});

/** A moment in ISO form, as UTC to the millisecond. AccuLynx' times are UTC even where they name no zone (4). */
export const moment = text.transform((value) => {
  const zoned = value !== null && /T[\d:.]+$/.test(value) ? `${value}Z` : value;
  const at = Date.parse(zoned ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
});

/** An item that cannot be read is left out; the others stay. */
export const list = <S extends z.ZodType>(item: S) =>
  anything.transform((items) =>
    (Array.isArray(items) ? (items as unknown[]) : []).flatMap((one) => {
      const { success, data } = item.safeParse(one);
      return success ? [data] : [];
    }),
  );

/** An object, or null for anything else. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);

const hasPart = (parts: object): boolean => Object.values(parts).some((part) => part !== null);

const named = optional(z.object({ name: text, abbreviation: text }).refine(hasPart));

/** An address (4.1); each part may be missing; null without any part. */
export const address = optional(
  z
    .object({ street1: text, street2: text, city: text, zipCode: text, state: named, country: named })
    .refine(hasPart),
);

export type AcculynxAddress = NonNullable<z.output<typeof address>>;
