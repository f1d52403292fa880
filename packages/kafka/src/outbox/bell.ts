import { setTimeout as delay } from 'node:timers/promises';

/** A bell that can be rung while nobody waits for it. */
export class Bell {
  #rung = Promise.withResolvers<undefined>();

  ring(): void {
    this.#rung.resolve(undefined);
  }

  /** Resolves when it rings, has rung since the last call, or after `ms`. */
  async wait(ms: number): Promise<void> {
    const patience = new AbortController();
    await Promise.race([
      this.#rung.promise,
      delay(ms, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    this.#rung = Promise.withResolvers();
  }
}
