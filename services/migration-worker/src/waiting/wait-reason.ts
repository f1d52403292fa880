import type { Transient } from '@ridgeline/vendor-http';
import type { Vendor } from '../run/run-stop.ts';

/** While the rate governor lets no call start. */
export const limitReason = (vendor: Vendor): string => `Waiting for ${vendor}'s limit`;

/** Why a call to a vendor is repeated, in words for people. */
export function waitReason(vendor: Vendor, cause: Transient): string {
  if (cause.outcome === 'limited')
    return cause.policy === 'DAILY'
      ? `${vendor}'s daily limit is used up; waiting until it is reset`
      : limitReason(vendor);
  if (cause.reason === 'locked') return `${vendor} is busy with other writes; trying again`;
  if (cause.reason === 'moving') return `${vendor} is moving this account; waiting until it is back`;
  return `${vendor} is not reachable; trying again`;
}
