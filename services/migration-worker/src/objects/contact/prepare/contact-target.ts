import { contactProperties, contactType } from '@ridgeline/contracts';
import { hubspotTarget, type HubspotTarget } from '../../../hubspot-io/hubspot-target.ts';
import { followingMerges, mergedIdsProperty } from '../../../hubspot-io/merged-records.ts';
import type { HubspotAccess } from '../../../vendors/run-vendors.ts';

/** All that is written, the addresses besides the first, and which contacts were merged into it. */
const properties = [...contactProperties.map(({ name }) => name), 'hs_additional_emails', mergedIdsProperty];

/** HubSpot's contacts as a run uses them. A contact that was merged into another one is read as what both became. */
export function contactTarget(hubspot: HubspotAccess): HubspotTarget {
  const target = hubspotTarget(hubspot, { type: contactType, readProperties: properties });
  return { ...target, read: followingMerges(hubspot, target, { object: 'contacts', properties }) };
}
