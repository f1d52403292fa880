import { HeldLease, type LeaseOptions } from '../held-lease.ts';
import { leaseClock } from '../lease.ts';

/** A lease on run 7 that was claimed right now. The test disposes it. */
export function aLease(change: Partial<LeaseOptions> = {}): HeldLease {
  const claimedAt = (change.clock ?? leaseClock)();
  return new HeldLease({
    runId: 7,
    epoch: 3,
    leaseMs: 60_000,
    claimedAt,
    graceMs: () => 10,
    ...change,
  });
}
