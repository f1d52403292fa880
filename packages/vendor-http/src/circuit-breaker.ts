import type { RetryPolicy } from '@ridgeline/kit';
import { systemClock, waitBefore, type Clock } from './back-off.ts';
import type { Unavailable, VendorOutcome } from './outcome.ts';

interface Outage {
  /** Consecutive calls that found the vendor unreachable, each begun after the previous one had failed. */
  failures: number;
  /** When the next call may probe the vendor, on the clock. */
  nextAt: number;
}

/** What a call knew of an outage when it was admitted; returned with the call's outcome. */
export type Ticket = number;

/**
 * The shared state of all calls to one vendor account during outages (the circuit breaker pattern, half-open:
 * https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker). While the vendor is unreachable, calls queue up
 * and one at a time probes whether it is back, with the policy's back-off in between; any answer admits all of them
 * immediately. A failed call returns to the end of the queue, so that a call that fails for its own reasons does not block
 * the others.
 */
export class CircuitBreaker {
  readonly #policy: RetryPolicy;
  readonly #clock: Clock;
  readonly #queue = new Set<PromiseWithResolvers<undefined>>();
  #outage: Outage | null = null;
  #alarm = new AbortController();

  constructor(policy: RetryPolicy, clock: Clock = systemClock) {
    this.#policy = policy;
    this.#clock = clock;
  }

  /** Resolves when a call may be made. Throws the signal's reason when aborted. */
  async admit(signal?: AbortSignal): Promise<Ticket> {
    signal?.throwIfAborted();
    if (this.#outage) {
      const turn = Promise.withResolvers<undefined>();
      const leave = (): void => turn.reject(signal?.reason);
      this.#queue.add(turn);
      signal?.addEventListener('abort', leave, { once: true });
      this.#callNext();
      try {
        await turn.promise;
      } finally {
        this.#queue.delete(turn);
        signal?.removeEventListener('abort', leave);
      }
    }
    return this.#outage?.failures ?? 0;
  }

  /** To be called with the result of each admitted call; `draw` is the random number for its back-off. */
  record(ticket: Ticket, outcome: VendorOutcome<unknown>, draw: number): void {
    if (outcome.outcome === 'unavailable' && outcome.reason !== 'locked') this.#failed(ticket, outcome, draw);
    else this.#answered();
  }

  #failed(ticket: Ticket, cause: Unavailable, draw: number): void {
    const now = this.#clock.now();
    const outage = (this.#outage ??= { failures: 0, nextAt: now });
    if (ticket === outage.failures) {
      outage.failures += 1;
      outage.nextAt = now + waitBefore(this.#policy, outage.failures, cause, draw);
    } else {
      // It was sent before that failure was known, so it adds nothing but the wait that the vendor asks for.
      outage.nextAt = Math.max(outage.nextAt, now + (cause.retryAfterMs ?? 0));
    }
    this.#callNext();
  }

  #answered(): void {
    if (!this.#outage) return;
    this.#outage = null;
    this.#alarm.abort();
    for (const turn of this.#queue) turn.resolve(undefined);
  }

  /** Admits the first call in the queue when it is due, else sets a timer. */
  #callNext(): void {
    this.#alarm.abort();
    const [first] = this.#queue;
    if (!this.#outage || !first) return;
    const now = this.#clock.now();
    if (now >= this.#outage.nextAt) {
      // A hanging call must not keep the others from probing.
      this.#outage.nextAt = now + this.#policy.capMs;
      this.#queue.delete(first);
      first.resolve(undefined);
      this.#callNext();
      return;
    }
    const alarm = (this.#alarm = new AbortController());
    this.#clock.sleep(this.#outage.nextAt - now, alarm.signal).then(
      () => this.#callNext(),
      () => undefined,
    );
  }
}
