import { Counter, type Registry } from 'prom-client';

/** Makes the counter of leases that were taken from lost workers. */
export function countLostLeases(registry: Registry): (leases: number) => void {
  const lost = new Counter({
    name: 'ridgeline_migration_leases_lost_total',
    help: 'Leases that ended because the worker did not renew them',
    registers: [registry],
  });
  return (leases) => lost.inc(leases);
}
