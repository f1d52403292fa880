import { z } from 'zod';

/** AccuLynx leaves null properties out, and some are there but empty: both become null. */
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => {
    const trimmed = value?.trim() ?? '';
    return trimmed === '' ? null : trimmed;
  });
const flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((value) => value ?? false);

const list = <S extends z.ZodType>(item: S) =>
  z
    .array(item)
    .nullish()
    .catch(null)
    .transform((items) => items ?? []);

const named = z
  .object({ name: text, abbreviation: text })
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const addressSchema = z
  .object({ street1: text, street2: text, city: text, zipCode: text, state: named, country: named })
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** Without `includes` these arrive as `{id, _link}`: `address` and `number` are null then. */
const emailAddressSchema = z.object({ address: text, primary: flag, type: text });
const phoneNumberSchema = z.object({ number: text, ext: text, primary: flag, type: text });

/**
 * A contact (vendors/acculynx.md, 4.2), read leniently: whatever is missing, null, empty or of another type is null or an
 * empty list. Only the id must be there.
 */
export const contactSchema = z.object({
  id: z.string().trim().min(1),
  firstName: text,
  lastName: text,
  salutation: text,
  companyName: text,
  crossReference: text,
  emailAddresses: list(emailAddressSchema),
  phoneNumbers: list(phoneNumberSchema),
  mailingAddress: addressSchema,
  billingAddress: addressSchema,
});

export type AcculynxContact = z.output<typeof contactSchema>;
export type AcculynxEmailAddress = AcculynxContact['emailAddresses'][number];
export type AcculynxPhoneNumber = AcculynxContact['phoneNumbers'][number];
export type AcculynxAddress = NonNullable<AcculynxContact['mailingAddress']>;

/** One page of the contact list (3.1). `count` is AccuLynx's own total, which may be off by a few. */
export const contactsPageSchema = z
  .object({
    count: z.int().nonnegative().nullish().catch(null),
    pageStartIndex: z.int().nonnegative().nullish().catch(null),
    /** Strict: a page that cannot be read whole must not pass for a shorter one. */
    items: z.array(contactSchema),
  })
  .transform(({ count, pageStartIndex, items }) => ({
    count: count ?? null,
    startIndex: pageStartIndex ?? null,
    contacts: items,
  }));

export type ContactsPage = z.output<typeof contactsPageSchema>;
