import { contactType, type SkipCode } from '@ridgeline/contracts';
import { sharedWarning, type RecordWarning } from '../../plans/planned-record.ts';

// What a migration's log says of the contacts of single jobs; a job is called as in its own lines.

const reasons: Readonly<Record<string, { readonly words: string }>> = {
  ...contactType.reasons.skipped,
  ...contactType.reasons.failed,
};

/** The contact was left out of HubSpot, or HubSpot refused it. */
export const contactNotInHubspot = (job: string, contact: string, reason: string): string =>
  `${job}: its contact ${contact} is not in HubSpot (${reasons[reason]?.words ?? reason}); the deal stays without it`;

export const contactNotInAcculynx = (job: string, contact: string): string =>
  `${job}: AccuLynx does not have its contact ${contact} any more; the deal stays without it`;

/** HubSpot has the contact no more, and no contact of AccuLynx took its place. */
export const contactDeleted = 'contact_deleted' satisfies SkipCode;

export const contactNotInHubspotAnyMore = (job: string, contact: string): string =>
  `${job}: its contact ${contact} was deleted in HubSpot; the deal stays without it`;

/** What to call a pair: both by what people can look up. */
export const pairName = (job: string, contact: string): string => `${job} and its contact ${contact}`;

/** The portal had the label when the run began. */
export const labelGone = (pair: string): RecordWarning =>
  sharedWarning(
    'label_gone',
    pair,
    'the label of primary contacts was deleted in HubSpot while the migration ran; associated without it',
  );
