import type { Refused, Rejected, Transient } from '@ridgeline/vendor-http';

/** A vendor by its name for people. */
export type Vendor = 'AccuLynx' | 'HubSpot';

const credentials = { AccuLynx: 'key', HubSpot: 'token' } as const satisfies Record<Vendor, string>;

/** The reason that a credential check names for a refusal. */
export function refusalReason(vendor: Vendor, { status }: Refused): string {
  return `${vendor} refused the ${credentials[vendor]} (HTTP ${status})`;
}

/** The text for a user when a vendor refuses the connection's credential; a sentence that may be continued. */
export function refusalText(vendor: Vendor, { status, scopes }: Refused): string {
  if (vendor === 'AccuLynx')
    return 'AccuLynx no longer accepts the API key of this connection. Update the connection';
  if (status === 401) return 'HubSpot no longer accepts the token of this connection. Update the connection';
  const which = scopes.length > 0 ? `: it needs ${scopes.join(' or ')}` : '';
  return `The HubSpot token of this connection lacks a permission${which}. Add it in HubSpot`;
}

const reasons = {
  network: 'could not be reached',
  timeout: 'did not answer in time',
  server: 'answered with an error of its own',
  locked: 'has locked the account for a moment',
  moving: 'is moving the account between data centres',
  malformed: 'sent an answer that cannot be read',
} as const;

/** Why a vendor gave no usable answer, in plain words and with its status; never a text that the vendor wrote. */
export function unreachableReason(vendor: Vendor, fault: Transient | Rejected): string {
  switch (fault.outcome) {
    case 'limited':
      return `${vendor} takes no more calls at the moment (rate limit)`;
    case 'rejected':
      return `${vendor} answered in an unexpected way (HTTP ${fault.problem.status})`;
    case 'unavailable':
      return `${vendor} ${reasons[fault.reason]}${fault.status === null ? '' : ` (HTTP ${fault.status})`}`;
  }
}

/** Why a vendor did not answer within the time for all of its calls: the vendor, or the wait for a slot, took longer. */
export const lateReason = (vendor: Vendor): string =>
  `${vendor} gave no answer in time: it is slow, or takes no more calls at the moment`;
