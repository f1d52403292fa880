import { contactType } from '@ridgeline/contracts';
import type { RecordIdentity } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { matchedByIds, readByIds, repairLinks, type FoundByIds } from '../../../hubspot-io/match-by-ids.ts';
import { sourceIdIn, type RecordKey } from '../../../hubspot-io/read-records.ts';
import type { WrittenByUs } from '../../../hubspot-io/written-by-us.ts';
import type { Identified, LookUp } from '../../../object-migration/object-migration.ts';
import { emailsOf } from '../mapping/other-values.ts';
import type { MappedContact } from '../mapping/map-contact.ts';
import type { ContactOptions } from '../prepare/prepare-contacts.ts';

/** The HubSpot contacts that may be the counterpart of one AccuLynx contact. */
export interface Counterparts extends FoundByIds {
  /** The contact that has the email as its primary or as an additional address. */
  readonly byEmail: HubspotRecord | null;
  /** The email of its own record that would be replaced, if we did not write it; otherwise null. */
  readonly foreignEmail: string | null;
}

/** The AccuLynx id that a HubSpot contact carries, or null. */
export const sourceIdOf = (record: HubspotRecord): string | null => sourceIdIn(record, contactType);

/** HubSpot also looks contacts up by additional addresses. */
export const emailKey: RecordKey = { property: 'email', valuesOf: emailsOf };

/** The email that the contact may have: none if another contact of the run has it. */
export function usableEmail(
  { sourceId, email }: Pick<MappedContact, 'sourceId' | 'email'>,
  { keyTakenBy }: Pick<RecordIdentity, 'keyTakenBy'>,
): string | null {
  return keyTakenBy === null || keyTakenBy === sourceId ? email : null;
}

/**
 * Looks contacts up with as few calls as possible (a single one if all are linked), and concurrently where possible. A
 * contact without a valid link is looked up by source id. A contact without a link, or whose linked contact's email would
 * change, is also looked up by email. If an email would be replaced, its author is looked up.
 */
export async function findCounterparts(
  group: readonly Identified<MappedContact>[],
  { read, noSourceIds }: LookUp,
  { writtenByUs }: Pick<ContactOptions, 'writtenByUs'>,
): Promise<readonly Counterparts[]> {
  const identities = group.map(({ identity }) => identity);
  const emails = group.map(({ record, identity }) => usableEmail(record, identity));
  const [found, byEmail] = await Promise.all([
    readByIds(identities, read, noSourceIds),
    read.byKey(
      emailKey,
      valuesOf(emails, (index) => identities[index]?.hubspotId === null),
    ),
  ]);
  const byIds = await repairLinks(contactType, identities, found, read);
  const matched = group.map(({ record }, index) => {
    const known = byIds[index];
    return known ? matchedByIds(contactType, record.sourceId, known) : null;
  });

  const isNew = (index: number): boolean => {
    const email = emails[index] ?? null;
    const record = matched[index];
    return email !== null && !(record && emailsOf(record).includes(email));
  };
  const others = await read.byKey(
    emailKey,
    valuesOf(emails, (index) => identities[index]?.hubspotId !== null && isNew(index)),
  );
  const owners = emails.map((email) => byEmail.get(email ?? '') ?? others.get(email ?? '') ?? null);
  const losing = matched.map((record, index) => (isNew(index) && owners[index] === null ? record : null));
  const foreign = await foreignEmails(losing, writtenByUs);
  return byIds.map((known, index) => ({
    ...known,
    byEmail: owners[index] ?? null,
    foreignEmail: foreign[index] ?? null,
  }));
}

/** The emails that are not null and whose index satisfies `isAsked`. */
const valuesOf = (emails: readonly (string | null)[], isAsked: (index: number) => boolean): string[] =>
  emails.flatMap((email, index) => (email !== null && isAsked(index) ? email : []));

const emailOnly: ReadonlySet<string> = new Set(['email']);

/** The emails that records would lose, in their order; null if there is none, or if we wrote it. */
async function foreignEmails(
  losing: readonly (HubspotRecord | null)[],
  writtenByUs: WrittenByUs,
): Promise<readonly (string | null)[]> {
  const emails = losing.map((record) => record?.properties['email'] ?? '');
  const asked = losing.flatMap((record, index) =>
    record && emails[index] !== '' ? [[record.id, emailOnly] as const] : [],
  );
  const ours = await writtenByUs(new Map(asked));
  return losing.map((record, index) => {
    const email = emails[index] ?? '';
    return email === '' || ours.get(record?.id ?? '')?.has('email') ? null : email;
  });
}
