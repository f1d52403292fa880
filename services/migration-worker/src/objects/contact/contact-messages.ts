import type { RecordValues, RecordWarning } from '@ridgeline/contracts/internal';
import { contactProperties } from '@ridgeline/contracts';
import { labelsOf } from '../../hubspot-io/mapping-row.ts';
import { sharedWarning } from '../../plans/planned-record.ts';
import { otherEmailsProperty, otherPhonesProperty } from './mapping/other-values.ts';

// What a migration's log says of single contacts, behind their names and a colon. Another contact is never named: its name
// may not have been read yet, and its id says nothing to a person.

/** What people call a property of contacts. */
export const labelOf = labelsOf(contactProperties);

export const noEmail = 'no email address in AccuLynx; contacts without one are not included';

export const nothingToWrite = 'no name, no company and no usable email address';

/** People merged it into the contact of another AccuLynx contact. */
export const contactMerged =
  'merged into the contact of another AccuLynx contact in HubSpot, which stands for both; nothing was written';

/** The address in AccuLynx does not look like one. */
export const invalidInSource = (address: string): RecordWarning => ({
  code: 'invalid_email',
  message: `the email address "${address}" is not valid and was not copied`,
});

/** The address in AccuLynx does not look like one, and the contact has another one that does. */
export const replacedInSource = (address: string, chosen: string): RecordWarning => ({
  code: 'email_replaced',
  message: `the email address "${address}" is not valid; ${chosen} was copied instead`,
});

/** HubSpot refused an address that looked good to us. */
export const invalidInHubspot = (email: string): RecordWarning => ({
  code: 'invalid_email',
  message: `HubSpot does not accept the email address ${email}; it was left out`,
});

/** HubSpot refused an address that looked good to us, and the contact has another one. */
export const replacedInHubspot = (email: string, chosen: string): RecordWarning => ({
  code: 'email_replaced',
  message: `HubSpot does not accept the email address ${email}; ${chosen} was copied instead`,
  refused: email,
});

/** HubSpot has an address that we did not write: people, an import, a workflow or another app did. */
export const emailOverwritten = (before: string, after: string): RecordWarning => ({
  code: 'email_overwritten',
  message: `the email address ${before} was entered in HubSpot; ${after} from AccuLynx replaces it`,
  replaced: { before, after },
});

/** The warnings of a contact that goes with another address than planned; without one where it is null. */
export const withOtherEmail = (
  warnings: readonly RecordWarning[],
  email: string | null,
): readonly RecordWarning[] =>
  warnings.flatMap((warning) => {
    if (!warning.replaced) return warning;
    const { before } = warning.replaced;
    return email === null || email === before.toLowerCase() ? [] : emailOverwritten(before, email);
  });

/** `without` is how the warning ends. */
export const emailShared = (email: string, without: string): RecordWarning => ({
  code: 'email_shared',
  message: `another AccuLynx contact has the email address ${email} too; ${without}`,
});

/** `without` is how the warning ends. */
export const emailInUse = (email: string, without: string): RecordWarning => ({
  code: 'email_in_use',
  message: `another HubSpot contact has the email address ${email}; ${without}`,
});

/** Two links can lead to one record after a merge in HubSpot. */
export const recordShared: RecordWarning = {
  code: 'record_shared',
  message:
    'another AccuLynx contact is linked to the same HubSpot contact; this one becomes a contact of its own',
};

/** AccuLynx' list tells mailing addresses only (docs/vendors/acculynx.md, 4.2). */
export const noMailingAddress = sharedWarning(
  'no_mailing_address',
  'no mailing address in AccuLynx; its contact list has no billing addresses, so they were not copied',
);

/** Says where the addresses stand and not which they are: the record tells that. */
const otherEmails = sharedWarning(
  'other_emails',
  `email addresses that HubSpot's own field cannot hold are in "${labelOf(otherEmailsProperty)}"`,
);

const otherPhones = sharedWarning(
  'other_phones',
  `phone numbers that HubSpot's own fields cannot hold are in "${labelOf(otherPhonesProperty)}"`,
);

/** The warnings, with one for each of our properties that takes what HubSpot's own fields cannot. */
export function withOthersTold(
  warnings: readonly RecordWarning[],
  values: RecordValues,
): readonly RecordWarning[] {
  const others = [
    { warning: otherEmails, value: values[otherEmailsProperty] },
    { warning: otherPhones, value: values[otherPhonesProperty] },
  ];
  const known = new Set(others.flatMap(({ warning, value }) => (value === undefined ? [] : warning.code)));
  return [
    ...warnings.filter(({ code }) => !known.has(code)),
    ...others.flatMap(({ warning, value }) => (value ? warning : [])),
  ];
}

/** How a warning ends for a contact that is new to HubSpot, and has other values to stand by or not. */
export const goesWithout = (alone: boolean): string =>
  alone ? 'copied without it' : 'not copied yet: it has no other data';

/** How a warning ends for a contact that HubSpot has, with this email address or none. */
export const staysWithout = (present: string | null): string =>
  present === null || present === '' ? 'this contact gets none' : `this contact keeps ${present}`;
