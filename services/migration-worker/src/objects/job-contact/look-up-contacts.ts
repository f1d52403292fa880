import { contactType } from '@ridgeline/contracts';
import type { CountedReference } from '@ridgeline/contracts/internal';
import type { AssociatedWith } from '../../hubspot-io/associations/associated-ids.ts';
import { recordReader } from '../../hubspot-io/read-records.ts';
import type { FollowUpPassContext } from '../../object-migration/write-rules.ts';
import { contactTarget } from '../contact/prepare/contact-target.ts';
import { contactDeleted } from './job-contact-messages.ts';

/**
 * References by the contacts that HubSpot has now: one that was merged leads to what it became, and one that was deleted
 * to none. Only contacts that an earlier deal lacks are read: a pair is missing there because it is new, or because one of
 * the two was deleted. HubSpot refuses a new deal's pair with a deleted contact, and the next run reads that contact.
 */
export async function lookUpContacts(
  { hubspot, signal }: Pick<FollowUpPassContext, 'hubspot' | 'signal'>,
  references: readonly CountedReference[],
  present: ReadonlyMap<string, AssociatedWith>,
): Promise<readonly CountedReference[]> {
  const isMissing = ({ from, hubspotId }: CountedReference): boolean =>
    hubspotId !== null && !from.created && present.get(from.hubspotId)?.has(hubspotId) !== true;
  const ids = references.filter(isMissing).flatMap(({ hubspotId }) => hubspotId ?? []);
  const found = await recordReader(contactTarget(hubspot), contactType, signal).byId([...new Set(ids)]);
  return references.map((reference) => {
    if (!isMissing(reference)) return reference;
    const contact = found.get(reference.hubspotId ?? '');
    return contact
      ? { ...reference, hubspotId: contact.id }
      : { ...reference, hubspotId: null, reason: contactDeleted };
  });
}
