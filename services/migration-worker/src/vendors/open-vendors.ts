import { createAcculynxClient } from '@ridgeline/acculynx';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { createHubspotClient, rateLimitFacts, type HubspotClient } from '@ridgeline/hubspot';
import { acculynxBudgets, acculynxSpacing, hubspotBudget, secretHash, type Governor } from '@ridgeline/redis';
import type { CallReport } from '@ridgeline/vendor-http';
import type { Vendor } from '../base/run-errors.ts';
import type { HeldLease } from '../lease/held-lease.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import { acculynxPace, governedPace } from './governed-pace.ts';
import type { AcculynxAccess } from './record-source.ts';
import { runVendorClient, type RunVendorClient } from './run-vendor-client.ts';

export interface OpenVendorsOptions {
  readonly governor: Governor;
  /** Told of each call that was made. */
  readonly onCall: (vendor: Vendor, report: CallReport) => void;
  readonly acculynxUrl: string;
  readonly hubspotUrl: string;
  /** The address from which AccuLynx sees our calls. */
  readonly egressAddress: string;
}

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

/** Opens both vendors for one run: its credentials, the shared budgets, its lease and its waits. */
export function openVendors(options: OpenVendorsOptions): OpenVendors {
  const { governor, onCall, acculynxUrl, hubspotUrl, egressAddress } = options;
  return (secrets, lease, waits) => {
    const shared = { lease, waits, onCall };

    const keyBudgets = acculynxBudgets(secretHash(secrets.acculynxApiKey), egressAddress);
    const acculynxCalls = runVendorClient({
      ...shared,
      vendor: 'AccuLynx',
      pace: acculynxPace(governor, keyBudgets, acculynxSpacing(egressAddress)),
    });
    const acculynx = createAcculynxClient({
      baseUrl: acculynxUrl,
      secret: secrets.acculynxApiKey,
      hooks: acculynxCalls.hooks,
    });

    const portalBudget = hubspotBudget(secretHash(secrets.hubspotPat));
    const hubspotCalls = runVendorClient({
      ...shared,
      vendor: 'HubSpot',
      pace: governedPace(governor, [portalBudget]),
      limitIn: (headers) => rateLimitFacts(headers).max,
    });
    const hubspot = createHubspotClient({
      baseUrl: hubspotUrl,
      secret: secrets.hubspotPat,
      hooks: hubspotCalls.hooks,
    });

    return {
      acculynx: { client: acculynx, calls: acculynxCalls, stopping: lease.stopping },
      hubspot: { client: hubspot, calls: hubspotCalls },
    };
  };
}
