import { createAcculynxClient } from '@ridgeline/acculynx';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { createHubspotClient, rateLimitFacts } from '@ridgeline/hubspot';
import { acculynxBudgets, acculynxSpacing, hubspotBudget, secretHash, type Governor } from '@ridgeline/redis';
import type { CallReport } from '@ridgeline/vendor-http';
import type { HeldLease } from '../lease/lease.ts';
import type { RunVendors } from '../run/run-migration.ts';
import type { Vendor } from '../base/run-errors.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import type { WorkerMetrics } from '../report/worker-metrics.ts';
import { acculynxContacts } from '../objects/contact/contact-source.ts';
import { acculynxPace, governedPace } from './governed-pace.ts';
import { hubspotTarget } from '../hubspot-io/hubspot-target.ts';
import { runVendorClient } from './run-vendor-client.ts';

export interface OpenVendorsOptions {
  readonly governor: Governor;
  readonly metrics: WorkerMetrics;
  readonly acculynxUrl: string;
  readonly hubspotUrl: string;
  /** The address from which AccuLynx sees our calls. */
  readonly egressAddress: string;
}

/** Opens both vendors for one run: its credentials, the shared budgets, its lease and its waits. */
export function openVendors(options: OpenVendorsOptions) {
  const { governor, metrics, acculynxUrl, hubspotUrl, egressAddress } = options;
  return (secrets: ConnectionSecrets, lease: HeldLease, waits: WaitTracker): RunVendors => {
    const shared = {
      lease,
      waits,
      onCall: (vendor: Vendor, report: CallReport) => metrics.vendorCall(vendor, report),
    };

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
      source: acculynxContacts(acculynx, acculynxCalls, lease.stopping),
      target: hubspotTarget(hubspot, hubspotCalls),
    };
  };
}
