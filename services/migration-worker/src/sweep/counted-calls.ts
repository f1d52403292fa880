import type { AcculynxAccess } from '../vendors/run-vendors.ts';

/** AccuLynx for one sweep, with all calls counted, including retries. */
export class CountedCalls implements AcculynxAccess {
  readonly #acculynx: AcculynxAccess;
  readonly #onCall: () => void;
  #calls = 0;

  constructor(acculynx: AcculynxAccess, onCall: () => void) {
    this.#acculynx = acculynx;
    this.#onCall = onCall;
  }

  get stopping(): AbortSignal {
    return this.#acculynx.stopping;
  }

  readonly databaseTime = (): string | undefined => this.#acculynx.databaseTime?.();

  readonly settle: AcculynxAccess['settle'] = (signals, call) =>
    this.#acculynx.settle(signals, (client, until) => {
      this.#calls += 1;
      this.#onCall();
      return call(client, until);
    });

  /** How many calls were made since the last query. */
  take(): number {
    const calls = this.#calls;
    this.#calls = 0;
    return calls;
  }
}
