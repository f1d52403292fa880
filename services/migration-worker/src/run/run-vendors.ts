import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { hubspotTarget, type HubspotTarget, type TargetRecords } from '../hubspot-io/hubspot-target.ts';
import type { HeldLease } from '../lease/held-lease.ts';
import { openVendors, type OpenVendorsOptions } from '../vendors/open-vendors.ts';
import type { AcculynxAccess } from '../vendors/record-source.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';

/** The two vendors as one run uses them. */
export interface RunVendors {
  readonly acculynx: AcculynxAccess;
  /** HubSpot's records of one kind. */
  readonly hubspot: (records: TargetRecords) => HubspotTarget;
}

/** Opens both vendors for one run. */
export function runVendors(options: OpenVendorsOptions) {
  const open = openVendors(options);
  return (secrets: ConnectionSecrets, lease: HeldLease, waits: WaitTracker): RunVendors => {
    const { acculynx, hubspot } = open(secrets, lease, waits);
    return { acculynx, hubspot: (records) => hubspotTarget(hubspot, records) };
  };
}
