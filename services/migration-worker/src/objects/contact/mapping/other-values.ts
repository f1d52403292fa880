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

/** Texts as such a property holds them. */
export const listed = (texts: readonly string[]): string => fitText(texts.join('; ')).toWellFormed().trim();

/** The texts that such a property holds. */
export const unlisted = (value: string | null | undefined): string[] =>
  (value ?? '')
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');

const distinct = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase()));

/** Whether two values hold the same addresses, in whatever order: then there is nothing to write. */
const holdsTheSame = (one: string, other: string): boolean =>
  distinct(unlisted(one)).symmetricDifference(distinct(unlisted(other))).size === 0;

/**
 * The property with those of AccuLynx' addresses that HubSpot's own fields do not hold; `held` is what they hold, in lower
 * case. Where nothing is left, what stands there leaves it as far as HubSpot's own fields hold it by now, and the rest
 * stays: an empty source never clears a value, and a value that has moved within HubSpot is not lost. So the value is
 * empty only where it takes the last of it away.
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
