import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { backgroundVendors, type GovernedVendorsOptions } from '@ridgeline/governed-vendors';
import type { HubspotClient } from '@ridgeline/hubspot';
import type { HeldLease } from '../lease/held-lease.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import type { AcculynxAccess } from './record-source.ts';
import { runVendorClient, type RunVendorClient } from './run-vendor-client.ts';

/** HubSpot for one run. */
export interface HubspotAccess {
  readonly client: HubspotClient;
  readonly calls: RunVendorClient;
}

/** The two vendors as one run uses them. */
export interface RunVendors {
  readonly acculynx: AcculynxAccess;
  readonly hubspot: HubspotAccess;
}

/** Opens both vendors for one run. */
export type OpenVendors = (secrets: ConnectionSecrets, lease: HeldLease, waits: WaitTracker) => RunVendors;

/**
 * Opens both vendors for one run: its credentials, the shared budgets, its lease, which is looked at before each call, and
 * its waits. A portal has one run at a time, so that what a run's calls know of an outage is what the account's calls know.
 */
export function openVendors(options: GovernedVendorsOptions): OpenVendors {
  return ({ acculynxApiKey, hubspotPat }, lease, waits) => {
    const vendors = backgroundVendors(options, { guard: lease, waits });
    const acculynx = vendors.acculynx(acculynxApiKey);
    const hubspot = vendors.hubspot(hubspotPat);
    return {
      acculynx: {
        client: acculynx.client,
        calls: runVendorClient('AccuLynx', acculynx.calls, waits),
        stopping: lease.stopping,
      },
      hubspot: { client: hubspot.client, calls: runVendorClient('HubSpot', hubspot.calls, waits) },
    };
  };
}
