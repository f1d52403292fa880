import { catalogue, counter, type Registry } from '@ridgeline/kit/metrics';

/** Makes the counter of leases that were taken from lost workers. */
export function countLostLeases(registry: Registry): (leases: number) => void {
  const lost = counter(registry, catalogue.leasesLost);
  return (leases) => lost.inc(leases);
}
