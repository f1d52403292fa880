import type { HubspotRecord } from '@ridgeline/hubspot';
import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import { emailsOf, matchedByIds, sourceIdOf } from './counterparts.ts';
import type { IdentifiedContact, PreparedContact } from '../../pipeline/plan-batch.ts';
import { usableEmail } from './plan-contact.ts';
import { readContacts } from '../../hubspot-io/read-records.ts';

/** How the counterparts of a group of contacts are looked up. */
export interface LookUp {
  readonly target: HubspotTarget;
  /** Whether no HubSpot contact carries an id of AccuLynx: then none is asked for by it. */
  readonly noSourceIds: boolean;
  readonly signal: AbortSignal;
}

/**
 * Looks up to a hundred contacts up with as few calls as they need, one when all are linked; what can be asked side by
 * side is. By source id is asked what has no good link; by e-mail what has no link, or would change the e-mail of the
 * linked record.
 */
export async function findCounterparts(
  group: readonly IdentifiedContact[],
  { target, noSourceIds, signal }: LookUp,
): Promise<readonly PreparedContact[]> {
  const unlinked = group.filter(({ identity }) => identity.hubspotId === null);
  const [linked, bySource, byEmail] = await Promise.all([
    readContacts(
      target,
      'id',
      group.flatMap(({ identity }) => identity.hubspotId ?? []),
      signal,
    ),
    readContacts(target, 'sourceId', noSourceIds ? [] : sourceIds(unlinked), signal),
    readContacts(target, 'email', unlinked.flatMap(emailOf), signal),
  ]);
  const linkOf = ({ identity }: IdentifiedContact): HubspotRecord | null =>
    (identity.hubspotId === null ? null : linked.get(identity.hubspotId)) ?? null;

  const badlyLinked = group.filter((record) => {
    const link = linkOf(record);
    return record.identity.hubspotId !== null && (!link || sourceIdOf(link) !== record.contact.sourceId);
  });
  const repaired = await readContacts(target, 'sourceId', sourceIds(badlyLinked), signal);
  const byIds = (record: IdentifiedContact) => {
    const { sourceId } = record.contact;
    return { linked: linkOf(record), bySource: bySource.get(sourceId) ?? repaired.get(sourceId) ?? null };
  };

  const newEmails = group.flatMap((record) => {
    if (record.identity.hubspotId === null) return [];
    const matched = matchedByIds(record.contact.sourceId, byIds(record));
    return emailOf(record).filter((email) => !matched || !emailsOf(matched).includes(email));
  });
  const others = await readContacts(target, 'email', newEmails, signal);
  return group.map((record) => {
    const [email = ''] = emailOf(record);
    const counterparts = { ...byIds(record), byEmail: byEmail.get(email) ?? others.get(email) ?? null };
    return { ...record, counterparts };
  });
}

/** The e-mail that the record may carry, or none. */
const emailOf = ({ contact, identity }: IdentifiedContact): string[] => {
  const email = usableEmail(contact, identity);
  return email === null ? [] : [email];
};

const sourceIds = (batch: readonly IdentifiedContact[]): string[] =>
  batch.map(({ contact }) => contact.sourceId);
