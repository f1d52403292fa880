import type { Budget } from '@ridgeline/redis';

/** How often the stored credentials of a connection are tried. */
export const checkEveryMs = 15 * 60_000;

/** The fraction by which a check is moved earlier or later, so that checks which coincide once drift apart. */
const jitter = 0.1;

/**
 * When a newly known connection is checked first: any time within the first round, so that many connections are spread over
 * it.
 */
export const firstCheckAt = (now: Date, draw = Math.random()): Date =>
  new Date(now.getTime() + checkEveryMs * draw);

/** When a connection that was checked now is checked next. */
export const nextCheckAt = (now: Date, draw = Math.random()): Date =>
  new Date(now.getTime() + checkEveryMs * (1 - jitter + 2 * jitter * draw));

/**
 * While a credential that a vendor refused in use is not accepted, it is checked this often, for this long after the last
 * refusal. Auto-sync that waits for the credential is refused at least every five minutes, which extends the period: however
 * long the fix takes, auto-sync continues within half a minute after it.
 */
export const refused = { checkEveryMs: 15_000, watchMs: 10 * 60_000 } as const;

/** The rate that all replicas behind one address share. */
export const storedCheckBudget = (egressAddress: string, perSecond: number): Budget => ({
  key: `validation:stored-checks:${egressAddress}`,
  limit: perSecond,
  windowMs: 1_000,
});
