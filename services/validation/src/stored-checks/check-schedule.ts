import type { Budget } from '@ridgeline/redis';

/** How often the stored credentials of a connection are tried. */
export const checkEveryMs = 15 * 60_000;

/** By how much of that a check comes sooner or later than it would, so that those that meet once do not meet again. */
const jitter = 0.1;

/** When a connection that is new here is checked first: any time within the first round, so that many are spread over it. */
export const firstCheckAt = (now: Date, draw = Math.random()): Date =>
  new Date(now.getTime() + checkEveryMs * draw);

/** When a connection that was checked now is checked next. */
export const nextCheckAt = (now: Date, draw = Math.random()): Date =>
  new Date(now.getTime() + checkEveryMs * (1 - jitter + 2 * jitter * draw));

/**
 * A credential that a vendor refused while it was used is checked this often while it is not accepted, for so long after the
 * last refusal. Auto-sync that waits for it is refused at least every five minutes: so it continues within half a minute of
 * the credential's acceptance, however long that takes.
 */
export const refused = { checkEveryMs: 15_000, watchMs: 10 * 60_000 } as const;

/** The pace that all replicas behind one address share. */
export const storedCheckBudget = (egressAddress: string, perSecond: number): Budget => ({
  key: `validation:stored-checks:${egressAddress}`,
  limit: perSecond,
  windowMs: 1_000,
});
