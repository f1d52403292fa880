import { contactProperties, contactType } from '@ridgeline/contracts';
import type { z } from 'zod';
import { hubspotTarget, type HubspotTarget } from '../../../hubspot-io/hubspot-target.ts';
import { followingMerges, mergedIdsProperty } from '../../../hubspot-io/merged-records.ts';
import { requirePortal } from '../../../hubspot-io/required-properties.ts';
import { writtenByUs, type WrittenByUs } from '../../../hubspot-io/written-by-us.ts';
import type { PrepareContext } from '../../../object-migration/object-migration.ts';
import type { HubspotAccess } from '../../../vendors/run-vendors.ts';
import { contactAuthorship } from '../mapping/contact-comparison.ts';

/** The users' choices by which contacts are planned, including those related to jobs. */
export interface ContactPlanOptions extends z.output<typeof contactType.options> {
  /** Whether linked contacts are copied even without an email, whatever was chosen. */
  readonly includesLinked?: boolean;
}

/** Options of a migration of contacts. */
export interface ContactOptions extends ContactPlanOptions {
  readonly writtenByUs: WrittenByUs;
}

/**
 * Reads the users' choices, and checks that the portal has all properties of contacts that are written. Throws `RunFailed`
 * when one is missing or the portal does not answer.
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

/** All written properties, the additional addresses, and the contacts that were merged into it. */
const properties = [...contactProperties.map(({ name }) => name), 'hs_additional_emails', mergedIdsProperty];

/** HubSpot's contacts as a run uses them. For a merged contact, the resulting contact is read. */
export function contactTarget(hubspot: HubspotAccess): HubspotTarget {
  const target = hubspotTarget(hubspot, { type: contactType, readProperties: properties });
  return { ...target, read: followingMerges(hubspot, target, { object: 'contacts', properties }) };
}
