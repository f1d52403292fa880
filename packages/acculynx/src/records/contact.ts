import { z } from 'zod';
import { address, flag, id, list, text } from './lenient.ts';
import { pageOf } from './list-answer.ts';
import { readRecord } from './unreadable-record.ts';

/** Without `includes` these arrive as `{id, _link}`: `address` and `number` are null then. */
const emailAddressSchema = z.object({ address: text, primary: flag, type: text });
const phoneNumberSchema = z.object({ number: text, ext: text, primary: flag, type: text });

/**
 * A contact (docs/vendors/acculynx.md, 4.2), read leniently: whatever is missing, null, empty or of another type is null or an
 * empty list. Only the id must be there.
 */
export const contactSchema = z.object({
  id,
  firstName: text,
  lastName: text,
  salutation: text,
  companyName: text,
  crossReference: text,
  emailAddresses: list(emailAddressSchema),
  phoneNumbers: list(phoneNumberSchema),
  mailingAddress: address,
  billingAddress: address,
  /** Whether it was read singly: the list leaves billing addresses out (4.2). */
  isWhole: z.boolean().default(false),
});

export type AcculynxContact = z.output<typeof contactSchema>;
export type AcculynxEmailAddress = AcculynxContact['emailAddresses'][number];
export type AcculynxPhoneNumber = AcculynxContact['phoneNumbers'][number];

const wholeContactSchema = contactSchema.transform((contact) => ({ ...contact, isWhole: true }));

/** The contact of this id, read singly. */
export const contactOfId = (contactId: string) =>
  z.unknown().transform((contact) => readRecord(wholeContactSchema, contact, () => contactId));

/** One page of the contact list. */
export const contactsPageSchema = pageOf(contactSchema).transform(({ items, ...page }) => ({
  ...page,
  contacts: items,
}));

export type ContactsPage = z.output<typeof contactsPageSchema>;
