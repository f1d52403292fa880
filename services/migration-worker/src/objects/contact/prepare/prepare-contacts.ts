import { contactProperties, contactType } from '@ridgeline/contracts';
import type { z } from 'zod';
import { hubspotTarget, type HubspotTarget } from '../../../hubspot-io/hubspot-target.ts';
import { followingMerges, mergedIdsProperty } from '../../../hubspot-io/merged-records.ts';
import { requirePortal } from '../../../hubspot-io/required-properties.ts';
import { writtenByUs, type WrittenByUs } from '../../../hubspot-io/written-by-us.ts';
import type { PrepareContext } from '../../../object-migration/object-migration.ts';
import type { HubspotAccess } from '../../../vendors/run-vendors.ts';
import { contactAuthorship } from '../mapping/contact-comparison.ts';

/** What contacts are planned by, also those that come along with jobs: what people choose. */
export interface ContactPlanOptions extends z.output<typeof contactType.options> {
  /** Whether linked contacts are copied without an email, whatever was chosen. */
  readonly includesLinked?: boolean;
}

/** What a migration of contacts works with. */
export interface ContactOptions extends ContactPlanOptions {
  readonly writtenByUs: WrittenByUs;
}

/**
 * Reads what people chose, and whether the portal has all properties that contacts are written to. Throws `RunFailed` when
 * one is missing or the portal does not tell.
 */
export async function prepareContacts({
  settings,
  hubspot,
  signal,
}: Pick<PrepareContext, 'hubspot' | 'signal'> & {
  readonly settings: Pick<PrepareContext['settings'], 'options'>;
}): Promise<ContactOptions> {
  const options = contactType.options.parse(settings.options);
  await requirePortal(hubspot, contactType, signal);
  return {
    ...options,
    writtenByUs: writtenByUs(hubspot, signal, contactAuthorship),
  };
}

/** All that is written, the additional addresses, and which contacts were merged into it. */
const properties = [...contactProperties.map(({ name }) => name), 'hs_additional_emails', mergedIdsProperty];

/** HubSpot's contacts as a run uses them. A contact that was merged into another one is read as what both became. */
export function contactTarget(hubspot: HubspotAccess): HubspotTarget {
  const target = hubspotTarget(hubspot, { type: contactType, readProperties: properties });
  return { ...target, read: followingMerges(hubspot, target, { object: 'contacts', properties }) };
}
