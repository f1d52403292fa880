import { contactType, type SkipCode } from '@ridgeline/contracts';
import { sharedWarning } from '../../plans/planned-record.ts';

// What a migration's log says of the contacts of single jobs, behind the name of the pair and a colon.

const reasons: Readonly<Record<string, { readonly words: string }>> = {
  ...contactType.reasons.skipped,
  ...contactType.reasons.failed,
};

/** The contact was left out of HubSpot, or HubSpot refused it. */
export const contactNotInHubspot = (reason: string): string =>
  `the contact is not in HubSpot (${reasons[reason]?.words ?? reason}); the deal stays without it`;

export const contactNotInAcculynx = 'AccuLynx does not have the contact any more; the deal stays without it';

/** HubSpot has the contact no more, and no contact of AccuLynx took its place. */
export const contactDeleted = 'contact_deleted' satisfies SkipCode;

export const contactNotInHubspotAnyMore = 'the contact was deleted in HubSpot; the deal stays without it';

/** What to call a pair: both by what people can look up, the job as in its own lines. */
export const pairName = (job: string, contact: string): string => `${job} and its contact ${contact}`;

/** The portal had the label when the run began. */
export const labelGone = sharedWarning(
  'label_gone',
  'the label of primary contacts was deleted in HubSpot while the migration ran; associated without it',
);
