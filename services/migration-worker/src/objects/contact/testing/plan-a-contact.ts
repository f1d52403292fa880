import type { RecordIdentity, RecordValues } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { marksOf } from '../../../hubspot-io/written-marks.ts';
import { contactForm } from '../mapping/contact-comparison.ts';
import type { Counterparts } from '../planning/find-counterparts.ts';
import type { MappedContact } from '../mapping/map-contact.ts';
import { planContact } from '../planning/plan-contact.ts';

/** The values of the contact that is planned. */
export const values = { acculynx_contact_id: 'c-1', firstname: 'Ngozi', lastname: 'Okafor' };

const contact = (change: Partial<MappedContact> = {}): MappedContact => ({
  sourceId: 'c-1',
  displayName: 'Ngozi Okafor',
  email: 'ngozi@example.com',
  emailGiven: true,
  addresses: [],
  values,
  warnings: [],
  ...change,
});

const identity = (change: Partial<RecordIdentity> = {}): RecordIdentity => ({
  sourceId: 'c-1',
  hubspotId: null,
  keyTakenBy: null,
  seenInBatch: null,
  ...change,
});

/** A record of HubSpot. */
export const record = (id: string, properties: Record<string, string | null> = {}): HubspotRecord => ({
  id,
  properties,
});
/** The contact as HubSpot has it. */
export const ours = record('1', { ...values, email: 'ngozi@example.com' });

/** The marks of values that HubSpot has, as a plan holds them. */
export const marked = (...held: readonly RecordValues[]): string =>
  Buffer.concat(held.map((some) => marksOf(some, contactForm))).toString('base64');

/** The differences from a contact that HubSpot does not know. */
interface Change {
  contact?: Partial<MappedContact>;
  identity?: Partial<RecordIdentity>;
  found?: Partial<Counterparts>;
  includeNoEmailContacts?: boolean;
  isTaken?: (hubspotId: string) => boolean;
}

/** Plans the contact c-1 of Ngozi Okafor. */
export const plan = ({
  contact: c,
  identity: i,
  found,
  includeNoEmailContacts = false,
  isTaken = () => false,
}: Change = {}) =>
  planContact({
    record: contact(c),
    identity: identity(i),
    counterparts: { linked: null, bySource: null, byEmail: null, foreignEmail: null, ...found },
    options: { includeNoEmailContacts },
    isTaken,
  });
