import { setTimeout as delay } from 'node:timers/promises';

/** Ends a wait early; it is kept when nobody waits yet. */
export class WakeSignal {
  #given = Promise.withResolvers<undefined>();

  wake(): void {
    this.#given.resolve(undefined);
  }

  /** Resolves upon `wake`, at once when there was one since the last call, or after `ms`. */
  async wait(ms: number): Promise<void> {
    const patience = new AbortController();
    await Promise.race([
      this.#given.promise,
      delay(ms, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    this.#given = Promise.withResolvers();
  }
}
