import type { RunWait } from '@ridgeline/contracts/internal';
import type { StopReason } from '../base/run-errors.ts';
import { waitWithoutSlot, type SlotPatience, type WaitTracker } from './wait-tracker.ts';

const lookEveryMs = 1_000;

/** Stops work that waits too long for a vendor. */
export class WaitWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  /** The wait for which it was stopped. */
  wait: RunWait | null = null;

  constructor(waits: WaitTracker, lease: { stop(reason: StopReason): void }, patience: SlotPatience) {
    this.#timer = setInterval(() => {
      this.wait ??= waitWithoutSlot(waits, patience);
      if (this.wait) lease.stop('waiting');
    }, lookEveryMs);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
