import type { Refused } from '@ridgeline/vendor-http';
import type { Vendor } from './vendor.ts';

const credentials = { AccuLynx: 'key', HubSpot: 'token' } as const satisfies Record<Vendor, string>;

/** What a check of a credential says of its refusal. */
export function refusalReason(vendor: Vendor, { status }: Refused): string {
  return `${vendor} refused the ${credentials[vendor]} (HTTP ${status})`;
}

/** What a person reads when a vendor refuses the connection's credential during a run. */
export function refusalText(vendor: Vendor, { status, scopes }: Refused): string {
  if (vendor === 'AccuLynx')
    return 'AccuLynx no longer accepts the API key of this connection. Update the connection, then start the migration again.';
  if (status === 401)
    return 'HubSpot no longer accepts the token of this connection. Update the connection, then start the migration again.';
  const which = scopes.length > 0 ? `: it needs ${scopes.join(' or ')}` : '';
  return `The HubSpot token of this connection lacks a permission${which}. Add it in HubSpot, then start the migration again.`;
}
