import type { RecordValues, RecordWarning } from '@ridgeline/contracts/internal';
import { contactProperties } from '@ridgeline/contracts';
import { labelsOf } from '../../hubspot-io/mapping-row.ts';
import { sharedWarning } from '../../plans/planned-record.ts';
import { otherEmailsProperty, otherPhonesProperty } from './mapping/other-values.ts';

// What a migration's log says about single contacts, after their names and a colon. Another contact is never named: its name
// may not have been read yet, and its id means nothing to users.

/** The label of a property of contacts. */
export const labelOf = labelsOf(contactProperties);

export const noEmail = 'no email address in AccuLynx; contacts without one are not included';

export const nothingToWrite = 'no name, no company and no usable email address';

/** Users merged it into the contact of another AccuLynx contact. */
export const contactMerged =
  'merged into the contact of another AccuLynx contact in HubSpot, which stands for both; nothing was written';

/** The address in AccuLynx does not look like one. */
export const invalidInSource = (address: string): RecordWarning => ({
  code: 'invalid_email',
  message: `the email address "${address}" is not valid and was not copied`,
});

/** The address in AccuLynx does not look like one, and another address of the contact does. */
export const replacedInSource = (address: string, chosen: string): RecordWarning => ({
  code: 'email_replaced',
  message: `the email address "${address}" is not valid; ${chosen} was copied instead`,
});

/** HubSpot rejected an address that looked valid to us. */
export const invalidInHubspot = (email: string): RecordWarning => ({
  code: 'invalid_email',
  message: `HubSpot does not accept the email address ${email}; it was left out`,
});

/** HubSpot rejected an address that looked valid to us, and the contact has another one. */
export const replacedInHubspot = (email: string, chosen: string): RecordWarning => ({
  code: 'email_replaced',
  message: `HubSpot does not accept the email address ${email}; ${chosen} was copied instead`,
  refused: email,
});

/** HubSpot has an address that we did not write: a user, an import, a workflow or another app did. */
export const emailOverwritten = (before: string, after: string): RecordWarning => ({
  code: 'email_overwritten',
  message: `the email address ${before} was entered in HubSpot; ${after} from AccuLynx replaces it`,
  replaced: { before, after },
});

/** The warnings of a contact that is written with another address than planned; with none if null. */
export const withOtherEmail = (
  warnings: readonly RecordWarning[],
  email: string | null,
): readonly RecordWarning[] =>
  warnings.flatMap((warning) => {
    if (!warning.replaced) return warning;
    const { before } = warning.replaced;
    return email === null || email === before.toLowerCase() ? [] : emailOverwritten(before, email);
  });

/** `without` is the end of the warning. */
export const emailShared = (email: string, without: string): RecordWarning => ({
  code: 'email_shared',
  message: `another AccuLynx contact has the email address ${email} too; ${without}`,
});

/** `without` is the end of the warning. */
export const emailInUse = (email: string, without: string): RecordWarning => ({
  code: 'email_in_use',
  message: `another HubSpot contact has the email address ${email}; ${without}`,
});

/** After a merge in HubSpot, two links can lead to the same record. */
export const recordShared: RecordWarning = {
  code: 'record_shared',
  message:
    'another AccuLynx contact is linked to the same HubSpot contact; this one becomes a contact of its own',
};

/** AccuLynx' list only contains mailing addresses (docs/vendors/acculynx.md, 4.2). */
export const noMailingAddress = sharedWarning(
  'no_mailing_address',
  'no mailing address in AccuLynx; its contact list has no billing addresses, so they were not copied',
);

/** Says where the addresses are, not which ones: the record shows them. */
const otherEmails = sharedWarning(
  'other_emails',
  `email addresses that HubSpot's own field cannot hold are in "${labelOf(otherEmailsProperty)}"`,
);

const otherPhones = sharedWarning(
  'other_phones',
  `phone numbers that HubSpot's own fields cannot hold are in "${labelOf(otherPhonesProperty)}"`,
);

/** The warnings, plus one for each of our properties that holds what HubSpot's own fields cannot. */
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

/** The end of a warning about a contact that is new to HubSpot, with or without other data. */
export const goesWithout = (alone: boolean): string =>
  alone ? 'copied without it' : 'not copied yet: it has no other data';

/** The end of a warning about a contact that HubSpot has, with this email address or none. */
export const staysWithout = (present: string | null): string =>
  present === null || present === '' ? 'this contact gets none' : `this contact keeps ${present}`;
