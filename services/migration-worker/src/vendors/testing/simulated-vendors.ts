import { backgroundVendors } from '@ridgeline/governed-vendors';
import { unlimitedGovernor } from '@ridgeline/governed-vendors/testing';
import type { Simulators } from '@ridgeline/simulators';
import type { HeldLease } from '../../lease/held-lease.ts';
import { companySecrets } from '../../testing/bench-company.ts';
import { WaitTracker } from '../../waiting/wait-tracker.ts';
import { runVendors, type OpenVendors, type RunVendors } from '../run-vendors.ts';

/** Opens the simulated vendors without their limits. */
export const openSimulated = ({ acculynx, hubspot }: Simulators['addresses']): OpenVendors => {
  const vendors = {
    governor: unlimitedGovernor,
    acculynxUrl: acculynx,
    hubspotUrl: hubspot,
    egressAddress: 'test',
  };
  return (run) => backgroundVendors(vendors, 'migration', run);
};

/** The simulated vendors as a run under this lease has them. */
export function simulatedVendors(
  addresses: Simulators['addresses'],
  lease: HeldLease,
  waits = new WaitTracker(),
  isDryRun = false,
): RunVendors {
  return runVendors(companySecrets, {
    vendors: openSimulated(addresses)({ guard: lease, waits }),
    fetch: () => Promise.resolve(companySecrets),
    waits,
    lease,
    isDryRun,
  });
}
