import type { RecordValues } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { fitText } from '../../../hubspot-io/longest-text.ts';

/** Our property for the email addresses that HubSpot's own fields cannot take. */
export const otherEmailsProperty = 'acculynx_other_emails';
/** The same for phone numbers. */
export const otherPhonesProperty = 'acculynx_other_phones';

/** All email addresses of a HubSpot contact in lower case. */
export function emailsOf({ properties }: Pick<HubspotRecord, 'properties'>): readonly string[] {
  return [properties['email'] ?? '', ...(properties['hs_additional_emails'] ?? '').split(';')]
    .map((email) => email.trim().toLowerCase())
    .filter((email) => email !== '');
}

/** Formats texts for such a property. */
export const listed = (texts: readonly string[]): string => fitText(texts.join('; ')).toWellFormed().trim();

/** The texts in such a property. */
export const unlisted = (value: string | null | undefined): string[] =>
  (value ?? '')
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');

const distinct = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase()));

/** Whether two values contain the same addresses in any order: then there is nothing to write. */
const holdsTheSame = (one: string, other: string): boolean =>
  distinct(unlisted(one)).symmetricDifference(distinct(unlisted(other))).size === 0;

/**
 * The property with those of AccuLynx' addresses that HubSpot's own fields do not hold; `held` are the addresses in these
 * fields, in lower case. If no address is left for it, existing entries that HubSpot's own fields now hold are removed and
 * the others stay: an empty source never clears a value, and a value that moved within HubSpot is not lost. The value is
 * therefore only empty if its last entry is removed.
 */
export function otherEmails(
  addresses: readonly string[],
  held: readonly string[],
  record: HubspotRecord | null,
): RecordValues {
  const isElsewhere = (address: string) => !held.includes(address.toLowerCase());
  const present = record?.properties[otherEmailsProperty] ?? '';
  const others = addresses.filter(isElsewhere);
  const value = listed(others.length > 0 ? others : unlisted(present).filter(isElsewhere));
  if (value === '' && present === '') return {};
  return { [otherEmailsProperty]: holdsTheSame(value, present) ? present : value };
}
