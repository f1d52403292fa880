import { lookForPlaceMs, type Grant, type LimitStore, type Reservation } from '../limit-store.ts';

/** A call that asks for a place at that time, in ms. */
export interface Arriving {
  readonly at: number;
  readonly reservation: Reservation;
}

/**
 * For tests: lets callers ask a store with this clock, and come back `lateMs` late, as timers do, until all have gone. The
 * result is in the order in which they went.
 */
export async function letAllGo<T extends Arriving>(
  arrivals: readonly T[],
  clock: { now: number },
  storeOf: (index: number) => LimitStore,
  lateMs: number,
): Promise<(T & { readonly goneAt: number })[]> {
  const callers = arrivals.map((arrival, index) => ({
    arrival,
    store: storeOf(index),
    grant: null as Grant | null,
    nextAt: arrival.at,
  }));
  const all: (T & { goneAt: number })[] = [];
  while (callers.length > 0) {
    const next = callers.reduce((first, it) => (it.nextAt < first.nextAt ? it : first));
    clock.now = next.nextAt;
    next.grant = await next.store.reserve(next.arrival.reservation, next.grant?.askedAt);
    next.nextAt = Math.min(next.grant.startsAt, clock.now + lookForPlaceMs) + lateMs;
    if (next.grant.waitMs > 0) continue;
    all.push({ ...next.arrival, goneAt: clock.now });
    callers.splice(callers.indexOf(next), 1);
  }
  return all;
}
