import { setImmediate as settled } from 'node:timers/promises';
import type { Clock } from '../back-off.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that stands still until `run`, and then jumps from one sleeper to the next. */
export class VirtualClock implements Clock {
  #now = 0;
  readonly #sleepers = new Set<Sleeper>();

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const sleeper = { until: this.#now + ms, wake: () => resolve(undefined) };
    this.#sleepers.add(sleeper);
    const abort = (): void => {
      this.#sleepers.delete(sleeper);
      reject(signal?.reason);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return promise;
  };

  /** Until nobody sleeps any more, or for so many milliseconds. */
  async run(ms = Infinity): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settled();
      const [next] = [...this.#sleepers].sort((a, b) => a.until - b.until);
      if (!next || next.until > end) break;
      this.#sleepers.delete(next);
      this.#now = next.until;
      next.wake();
    }
    if (end !== Infinity) this.#now = end;
  }
}
