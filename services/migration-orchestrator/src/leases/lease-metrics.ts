import { catalogue, counter, type Registry } from '@ridgeline/kit/metrics';
import type { LostLease } from './lost-run.ts';

/** Makes the counter of leases that were taken from lost workers. */
export function countLostLeases(registry: Registry): (leases: readonly LostLease[]) => void {
  const lost = counter(registry, catalogue.leasesLost);
  return (leases) => {
    for (const { again } of leases) lost.inc({ again: again ? 'yes' : 'no' });
  };
}
