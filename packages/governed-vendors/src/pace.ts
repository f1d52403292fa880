import type { CallReport } from '@ridgeline/vendor-http';

/** What a call waits for before it may start. */
interface PaceWait {
  readonly ms: number;
  /** The vendor asked everybody to stop; else the calls only keep their distance. */
  readonly isBlocked: boolean;
}

/** How fast one vendor may be called: the shared rate governor, for one credential. */
export interface Pace {
  /** Resolves when a call may start; `onWait` is told of each wait before that. Throws the signal's reason when aborted. */
  acquire(signal?: AbortSignal, onWait?: (wait: PaceWait) => void): Promise<void>;
  /** The vendor said that a limit was hit: nobody calls for so long. */
  holdBack(ms: number): Promise<void>;
  /** Hears how each call ended, where the vendor's refusals do not say which limit was hit. */
  heard?(report: CallReport): Promise<void>;
  /** The vendor told how many calls its window takes. */
  learn(callsPerWindow: number): Promise<void>;
}
