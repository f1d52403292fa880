import type { PlannedRecord, RecordIdentity } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import type { MappedContact } from '../mapping/map-contact.ts';
import type { HubspotTarget } from '../vendors/hubspot-target.ts';
import { emailsOf, matchedByIds, sourceIdOf, type Counterparts } from './counterparts.ts';
import { planRecord, usableEmail } from './plan-record.ts';
import { readContacts } from './read-contacts.ts';

/** A contact with what is known of it. */
export interface IdentifiedContact {
  readonly contact: MappedContact;
  readonly identity: RecordIdentity;
}

/** Reads a batch's counterparts from HubSpot and plans each record. Nothing is written. */
export async function planBatch(
  target: HubspotTarget,
  batch: readonly IdentifiedContact[],
  { includeNoEmailContacts, signal }: { includeNoEmailContacts: boolean; signal: AbortSignal },
): Promise<PlannedRecord[]> {
  const counterparts = await findCounterparts(target, batch, signal);
  const taken = new Set<string>();
  return batch.map(({ contact, identity }, index) => {
    const planned = planRecord({
      contact,
      identity,
      counterparts: counterparts[index] ?? { linked: null, bySource: null, byEmail: null },
      includeNoEmailContacts,
      isTaken: (hubspotId) => taken.has(hubspotId),
    });
    if ('hubspotId' in planned) taken.add(planned.hubspotId);
    return planned;
  });
}

/**
 * Looks a batch up with as few calls as its records need, one when all are linked; what can be asked side by side is. By
 * source id is asked what has no good link; by e-mail what has no link, or would change the e-mail of the linked record.
 */
async function findCounterparts(
  target: HubspotTarget,
  batch: readonly IdentifiedContact[],
  signal: AbortSignal,
): Promise<readonly Counterparts[]> {
  const unlinked = batch.filter(({ identity }) => identity.hubspotId === null);
  const [linked, bySource, byEmail] = await Promise.all([
    readContacts(
      target,
      'id',
      batch.flatMap(({ identity }) => identity.hubspotId ?? []),
      signal,
    ),
    readContacts(target, 'sourceId', sourceIds(unlinked), signal),
    readContacts(target, 'email', unlinked.flatMap(emailOf), signal),
  ]);
  const linkOf = ({ identity }: IdentifiedContact): HubspotRecord | null =>
    (identity.hubspotId === null ? null : linked.get(identity.hubspotId)) ?? null;

  const badlyLinked = batch.filter((record) => {
    const link = linkOf(record);
    return record.identity.hubspotId !== null && (!link || sourceIdOf(link) !== record.contact.sourceId);
  });
  const repaired = await readContacts(target, 'sourceId', sourceIds(badlyLinked), signal);
  const byIds = (record: IdentifiedContact) => {
    const { sourceId } = record.contact;
    return { linked: linkOf(record), bySource: bySource.get(sourceId) ?? repaired.get(sourceId) ?? null };
  };

  const newEmails = batch.flatMap((record) => {
    if (record.identity.hubspotId === null) return [];
    const matched = matchedByIds(record.contact.sourceId, byIds(record));
    return emailOf(record).filter((email) => !matched || !emailsOf(matched).includes(email));
  });
  const others = await readContacts(target, 'email', newEmails, signal);
  return batch.map((record) => {
    const [email = ''] = emailOf(record);
    return { ...byIds(record), byEmail: byEmail.get(email) ?? others.get(email) ?? null };
  });
}

/** The e-mail that the record may carry, or none. */
const emailOf = ({ contact, identity }: IdentifiedContact): string[] => {
  const email = usableEmail(contact, identity);
  return email === null ? [] : [email];
};

const sourceIds = (batch: readonly IdentifiedContact[]): string[] =>
  batch.map(({ contact }) => contact.sourceId);
