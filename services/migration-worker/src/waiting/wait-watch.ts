import type { RunWait } from '@ridgeline/contracts/internal';
import type { Lease } from '../lease/lease.ts';
import { waitWithoutSlot, type WaitTracker } from './wait-tracker.ts';

const lookEveryMs = 1_000;

/** Stops work that waits too long for a vendor. */
export class WaitWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  /** What it waited for when it was stopped for that. */
  wait: RunWait | null = null;

  constructor(waits: WaitTracker, lease: Pick<Lease, 'stop'>, maxMs: number, everyMs = lookEveryMs) {
    this.#timer = setInterval(() => {
      this.wait ??= waitWithoutSlot(waits, maxMs);
      if (this.wait) lease.stop('waiting');
    }, everyMs);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
