/**
 * What may end a call, and who hears of it: a stop ends every wait before it and between its repetitions, the end of the
 * grace ends the call itself.
 */
export interface CallSignals {
  /** Until when the call may be begun, or begun again. */
  readonly waiting: AbortSignal;
  /** Until when a call that is out may go on. */
  readonly calling: AbortSignal;
  /** Told right before the call goes out: from then on it may have been heard. */
  readonly onCall?: () => void;
}

/** The same signal for both: for reading, and for what may be broken off and is safe to repeat. */
export const reading = (signal: AbortSignal): CallSignals => ({ waiting: signal, calling: signal });
