/**
 * Runs at most `width` pieces of work side by side. The first fault is handed to `onFault` at once and thrown by the next
 * call; no work is begun after it.
 */
export class Lanes {
  readonly #width: number;
  readonly #onFault: (fault: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  #fault: { readonly error: unknown } | null = null;

  constructor(width: number, onFault: (fault: unknown) => void) {
    this.#width = width;
    this.#onFault = onFault;
  }

  /** Resolves when a lane is free. */
  async free(): Promise<void> {
    while (this.#running.size >= this.#width) await Promise.race(this.#running);
    this.#raise();
  }

  /** Begins a piece of work in a free lane. */
  begin(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        if (this.#fault) return;
        this.#fault = { error };
        this.#onFault(error);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when all work is done, also after a fault. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running);
  }

  /** Resolves when all work is done; throws the first fault. */
  async finished(): Promise<void> {
    await this.idle();
    this.#raise();
  }

  /** The first fault, or null. */
  get fault(): { readonly error: unknown } | null {
    return this.#fault;
  }

  #raise(): void {
    if (this.#fault) throw this.#fault.error;
  }
}
