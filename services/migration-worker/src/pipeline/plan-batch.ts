import type { PlannedRecord, RecordIdentity, TakenKey } from '@ridgeline/contracts/internal';
import type { MappedContact } from '../objects/contact/map-contact.ts';
import type { Counterparts } from '../objects/contact/counterparts.ts';
import { planRecord, usableEmail } from '../objects/contact/plan-contact.ts';

/** A contact with what is known of it. */
export interface IdentifiedContact {
  readonly contact: MappedContact;
  readonly identity: RecordIdentity;
}

/** A contact with its counterparts in HubSpot: all that its plan needs. */
export interface PreparedContact extends IdentifiedContact {
  readonly counterparts: Counterparts;
}

/**
 * Plans each record of a batch. `taken` is what other records of the run have already: e-mail addresses and HubSpot
 * records; none is given twice. Pure.
 */
export function planBatch(
  batch: readonly PreparedContact[],
  options: { readonly includeNoEmailContacts: boolean; readonly taken: readonly TakenKey[] },
): PlannedRecord[] {
  const { includeNoEmailContacts, taken } = options;
  const emails = new Map(
    taken.flatMap(({ kind, key, takenBy }) => (kind === 'email' ? [[key, takenBy]] : [])),
  );
  const records = new Set(taken.flatMap(({ kind, key }) => (kind === 'hubspot_id' ? [key] : [])));
  return batch.map(({ contact, identity, counterparts }) => {
    const { email, sourceId } = contact;
    const owner = identity.emailTakenBy ?? (email === null ? undefined : emails.get(email)) ?? null;
    if (email !== null && !emails.has(email)) emails.set(email, owner ?? sourceId);
    const known = { ...identity, emailTakenBy: owner === sourceId ? null : owner };
    const isTaken = (hubspotId: string): boolean => records.has(hubspotId);
    const planned = planRecord({ contact, identity: known, counterparts, includeNoEmailContacts, isTaken });
    if ('hubspotId' in planned) records.add(planned.hubspotId);
    const claimed = usableEmail(contact, known);
    return claimed === null ? planned : { ...planned, email: claimed };
  });
}
