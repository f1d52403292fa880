import { z } from 'zod';

/*
 * How AccuLynx' answers are read: whatever is missing, null, empty or of another type is null, false or an empty list.
 * AccuLynx leaves null properties out, and some are there but empty (docs/vendors/acculynx.md, 4).
 */

const trimmed = (value: string | number | null | undefined): string | null => {
  const text = String(value ?? '').trim();
  return text === '' ? null : text;
};

/** Text without blanks around it; null when nothing is left. */
export const text = z.string().nullish().catch(null).transform(trimmed);

/** An id that must be there. */
export const id = z.string().trim().min(1);

/** An id that may be a whole number, as those of categories and work types are, or missing. */
export const optionalId = z.union([z.string(), z.number()]).nullish().catch(null).transform(trimmed);

export const flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((value) => value ?? false);

/** A finite number, which may come as text; null for anything else. */
export const number = z
  .union([z.number(), z.string().trim().min(1).pipe(z.coerce.number())])
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** A moment in ISO form, as UTC to the millisecond. AccuLynx' times are UTC even where they name no zone (4). */
export const moment = text.transform((value) => {
  const zoned = value !== null && /T[\d:.]+$/.test(value) ? `${value}Z` : value;
  const at = Date.parse(zoned ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
});

/** An item that cannot be read is left out; the others stay. */
export const list = <S extends z.ZodType>(item: S) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((items) =>
      (items ?? []).flatMap((one) => {
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
