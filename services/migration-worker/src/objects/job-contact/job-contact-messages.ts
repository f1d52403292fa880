import { contactType, type SkipCode } from '@ridgeline/contracts';
import { sharedWarning } from '../../plans/planned-record.ts';

// What a migration's log says about the contacts of single jobs, after the name of the pair and a colon.

const reasons: Readonly<Record<string, { readonly words: string }>> = {
  ...contactType.reasons.skipped,
  ...contactType.reasons.failed,
};

/** The contact was skipped, or rejected by HubSpot. */
export const contactNotInHubspot = (reason: string): string =>
  `the contact is not in HubSpot (${reasons[reason]?.words ?? reason}); the deal stays without it`;

export const contactNotInAcculynx = 'AccuLynx does not have the contact any more; the deal stays without it';

/** HubSpot no longer has the contact, and no AccuLynx contact has replaced it. */
export const contactDeleted = 'contact_deleted' satisfies SkipCode;

export const contactNotInHubspotAnyMore = 'the contact was deleted in HubSpot; the deal stays without it';

/** The name of a pair: both records in a form that users can look up, the job as in its own entries. */
export const pairName = (job: string, contact: string): string => `${job} and its contact ${contact}`;

/** The portal had the label at the start of the run. */
export const labelGone = sharedWarning(
  'label_gone',
  'the label of primary contacts was deleted in HubSpot while the migration ran; associated without it',
);
