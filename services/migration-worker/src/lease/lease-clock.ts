/**
 * A moment on two clocks, in ms: one that nobody sets but that may stand still while the machine is suspended (Linux'
 * CLOCK_MONOTONIC, which Node's `performance.now` reads), and the calendar's, which goes on then but may be set.
 */
export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

/** Tells the present moment. */
export type LeaseClock = () => Moment;

export const leaseClock: LeaseClock = () => ({ monotonic: performance.now(), wall: Date.now() });

/** Milliseconds from one moment to another: what the faster clock says, so that a lease is never believed too long. */
export function elapsed(from: Moment, to: Moment): number {
  return Math.max(to.monotonic - from.monotonic, to.wall - from.wall);
}
