import { createAcculynxClient } from '@ridgeline/acculynx';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { createHubspotClient, rateLimitFacts } from '@ridgeline/hubspot';
import { acculynxBudgets, hubspotBudget, secretHash, type Governor } from '@ridgeline/redis';
import type { CallReport } from '@ridgeline/vendor-http';
import type { HeldLease } from '../lease/lease.ts';
import type { RunVendors } from '../run/run-migration.ts';
import type { Vendor } from '../run/run-stop.ts';
import type { WaitBoard } from '../waiting/wait-board.ts';
import type { WorkerMetrics } from '../worker-metrics.ts';
import { acculynxSource } from './acculynx-source.ts';
import { governedPace } from './governed-pace.ts';
import { hubspotTarget } from './hubspot-target.ts';
import { vendorLine } from './vendor-line.ts';

export interface OpenVendorsOptions {
  readonly governor: Governor;
  readonly metrics: WorkerMetrics;
  readonly acculynxUrl: string;
  readonly hubspotUrl: string;
  /** The address from which AccuLynx sees our calls. */
  readonly egressAddress: string;
}

/** Opens both vendors for one run: its credentials, the shared budgets, its lease and its wait board. */
export function openVendors(options: OpenVendorsOptions) {
  const { governor, metrics, acculynxUrl, hubspotUrl, egressAddress } = options;
  return (secrets: ConnectionSecrets, lease: HeldLease, board: WaitBoard): RunVendors => {
    const shared = {
      lease,
      board,
      onCall: (vendor: Vendor, report: CallReport) => metrics.vendorCall(vendor, report),
    };

    const keyBudgets = acculynxBudgets(secretHash(secrets.acculynxApiKey), egressAddress);
    const acculynxLine = vendorLine({
      ...shared,
      vendor: 'AccuLynx',
      pace: governedPace(governor, keyBudgets),
    });
    const acculynx = createAcculynxClient({
      baseUrl: acculynxUrl,
      secret: secrets.acculynxApiKey,
      hooks: acculynxLine.hooks,
    });

    const portalBudget = hubspotBudget(secretHash(secrets.hubspotPat));
    const hubspotLine = vendorLine({
      ...shared,
      vendor: 'HubSpot',
      pace: governedPace(governor, [portalBudget]),
      limitIn: (headers) => rateLimitFacts(headers).max,
    });
    const hubspot = createHubspotClient({
      baseUrl: hubspotUrl,
      secret: secrets.hubspotPat,
      hooks: hubspotLine.hooks,
    });

    return {
      source: acculynxSource(acculynx, acculynxLine, lease.stopping),
      target: hubspotTarget(hubspot, hubspotLine),
    };
  };
}
