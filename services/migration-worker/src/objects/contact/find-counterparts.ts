import { contactType } from '@ridgeline/contracts';
import { matchedByIds, readByIds, repairLinks } from '../../hubspot-io/match-by-ids.ts';
import type { Identified, LookUp } from '../../object-migration/object-migration.ts';
import { emailKey, emailsOf, type Counterparts } from './counterparts.ts';
import type { MappedContact } from './map-contact.ts';
import { usableEmail } from './plan-contact.ts';

/**
 * Looks contacts up with as few calls as they need, one when all are linked; what can be asked side by side is. By source
 * id is asked what has no good link; by e-mail what has no link, or would change the e-mail of the linked contact.
 */
export async function findCounterparts(
  group: readonly Identified<MappedContact>[],
  { read, noSourceIds }: LookUp,
): Promise<readonly Counterparts[]> {
  const identities = group.map(({ identity }) => identity);
  const unlinked = group.filter(({ identity }) => identity.hubspotId === null);
  const [found, byEmail] = await Promise.all([
    readByIds(identities, read, noSourceIds),
    read.byKey(emailKey, unlinked.flatMap(emailOf)),
  ]);
  const byIds = await repairLinks(contactType, identities, found, read);

  const newEmails = group.flatMap((contact, index) => {
    const known = byIds[index];
    if (contact.identity.hubspotId === null || !known) return [];
    const matched = matchedByIds(contactType, contact.record.sourceId, known);
    return emailOf(contact).filter((email) => !matched || !emailsOf(matched).includes(email));
  });
  const others = await read.byKey(emailKey, newEmails);
  return group.map((contact, index) => {
    const [email = ''] = emailOf(contact);
    const { linked = null, bySource = null } = byIds[index] ?? {};
    return { linked, bySource, byEmail: byEmail.get(email) ?? others.get(email) ?? null };
  });
}

/** The e-mail that the contact may carry, or none. */
const emailOf = ({ record, identity }: Identified<MappedContact>): string[] => {
  const email = usableEmail(record, identity);
  return email === null ? [] : [email];
};
