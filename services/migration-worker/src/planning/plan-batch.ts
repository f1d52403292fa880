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
 * Looks a batch up with as few calls as its records need: one when all are linked; by source id only what has no good
 * link; by e-mail only what was not found, or what would change the e-mail of the record found.
 */
async function findCounterparts(
  target: HubspotTarget,
  batch: readonly IdentifiedContact[],
  signal: AbortSignal,
): Promise<readonly Counterparts[]> {
  const links = batch.flatMap(({ identity }) => identity.hubspotId ?? []);
  const unlinked = batch.filter(({ identity }) => identity.hubspotId === null);
  const [linked, bySource] = await Promise.all([
    readContacts(target, 'id', links, signal),
    readContacts(target, 'sourceId', sourceIds(unlinked), signal),
  ]);

  const linkOf = ({ identity }: IdentifiedContact): HubspotRecord | null =>
    (identity.hubspotId === null ? null : linked.get(identity.hubspotId)) ?? null;
  const badlyLinked = batch.filter((record) => {
    const link = linkOf(record);
    return record.identity.hubspotId !== null && (!link || sourceIdOf(link) !== record.contact.sourceId);
  });
  const repaired = await readContacts(target, 'sourceId', sourceIds(badlyLinked), signal);

  const found = batch.map((record) => {
    const { sourceId } = record.contact;
    return {
      ...record,
      email: usableEmail(record.contact, record.identity),
      linked: linkOf(record),
      bySource: bySource.get(sourceId) ?? repaired.get(sourceId) ?? null,
    };
  });
  const emails = found.flatMap(({ contact, email, ...ids }) => {
    const matched = matchedByIds(contact.sourceId, ids);
    return email === null || (matched && emailsOf(matched).includes(email)) ? [] : [email];
  });
  const byEmail = await readContacts(target, 'email', emails, signal);
  return found.map(({ email, linked: link, bySource: source }) => ({
    linked: link,
    bySource: source,
    byEmail: (email === null ? null : byEmail.get(email)) ?? null,
  }));
}

const sourceIds = (batch: readonly IdentifiedContact[]): string[] =>
  batch.map(({ contact }) => contact.sourceId);
