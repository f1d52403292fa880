import { counter, type Registry } from '@ridgeline/kit/metrics';
import { leaseDefinitions } from '../metric-definitions.ts';
import type { LostLease } from './lost-run.ts';

/** Makes the counter of leases that were taken from lost workers. */
export function countLostLeases(registry: Registry): (leases: readonly LostLease[]) => void {
  const lost = counter(registry, leaseDefinitions.leasesLost);
  return (leases) => {
    for (const { again } of leases) lost.inc({ again: again ? 'yes' : 'no' });
  };
}
