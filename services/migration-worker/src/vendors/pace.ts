/** How fast one vendor may be called: the shared rate governor, for one credential. */
export interface Pace {
  /** Resolves when a call may start. Throws the signal's reason when aborted. */
  acquire(signal?: AbortSignal): Promise<void>;
  /** The vendor said that a limit was hit: nobody calls for so long. */
  holdBack(ms: number): Promise<void>;
  /** The vendor told how many calls its window takes. */
  learn(callsPerWindow: number): Promise<void>;
}
