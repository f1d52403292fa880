import { contactType } from '@ridgeline/contracts';
import { matchedByIds, readByIds, repairLinks } from '../../hubspot-io/match-by-ids.ts';
import type { Identified, LookUp } from '../../object-migration/object-migration.ts';
import { emailKey, emailsOf, type Counterparts } from './counterparts.ts';
import { foreignEmails } from './foreign-emails.ts';
import type { MappedContact } from './map-contact.ts';
import { usableEmail } from './plan-contact.ts';
import type { ContactOptions } from './prepare-contacts.ts';

/**
 * Looks contacts up with as few calls as they need, one when all are linked; what can be asked side by side is. By source
 * id is asked what has no good link; by e-mail what has no link, or would change the e-mail of the linked contact; who
 * wrote that e-mail is asked where it would be replaced.
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

/** Those of these e-mails that there are, where `isAsked` says so of their place. */
const valuesOf = (emails: readonly (string | null)[], isAsked: (index: number) => boolean): string[] =>
  emails.flatMap((email, index) => (email !== null && isAsked(index) ? email : []));
