import type { RecordValues } from '@ridgeline/contracts/internal';
import type { MappedContact } from './map-contact.ts';
import { otherEmailsProperty, unlisted } from './other-values.ts';

/** The mapping's warnings about an address that is corrected. */
const aboutEmails = new Set(['invalid_email', 'email_replaced']);

/**
 * The contact with corrected values. A corrected email address is also used to look up the counterpart; it replaces the
 * address that would be copied, or else the first one. Pure.
 */
export function correctContact(contact: MappedContact, corrections: RecordValues): MappedContact {
  const { email: entered, [otherEmailsProperty]: others, ...values } = corrections;
  const warnings = contact.warnings.filter(
    ({ field }) => field === undefined || corrections[field] === undefined,
  );
  const corrected = { ...contact, values: { ...contact.values, ...values }, warnings };
  const rest = others === undefined ? contact.addresses : unlisted(others);
  if (entered === undefined) return { ...corrected, addresses: rest };
  const email = entered.toLowerCase();
  const former = contact.email ?? contact.addresses[0]?.toLowerCase();
  return {
    ...corrected,
    email,
    emailGiven: true,
    addresses: [entered, ...rest.filter((address) => ![email, former].includes(address.toLowerCase()))],
    warnings: warnings.filter(({ code }) => !aboutEmails.has(code)),
  };
}
