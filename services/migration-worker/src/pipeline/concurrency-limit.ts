import { pause } from '@ridgeline/kit';

/**
 * Runs at most `width` pieces of work side by side. A place takes its next piece no sooner than `spacingMs` after it took
 * the last one. The first fault is handed to `onFault` immediately and thrown by the next call; no work is begun after it.
 */
export class ConcurrencyLimit {
  readonly #width: number;
  readonly #spacingMs: number;
  readonly #stopping: AbortSignal;
  readonly #onFault: (fault: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  /** Places that are taken: by work, or because their last start is too recent. */
  readonly #taken = new Set<Promise<void>>();
  #fault: { readonly error: unknown } | null = null;

  /** The spacing is not waited for any more once `stopping` is aborted. */
  constructor(options: {
    width: number;
    spacingMs: number;
    stopping: AbortSignal;
    onFault: (fault: unknown) => void;
  }) {
    this.#width = options.width;
    this.#spacingMs = options.spacingMs;
    this.#stopping = options.stopping;
    this.#onFault = options.onFault;
  }

  /** Resolves when a place is free; throws the first fault, also one that occurs during the wait. */
  async free(): Promise<void> {
    this.#raise();
    while (this.#taken.size >= this.#width) {
      await Promise.race(this.#taken);
      this.#raise();
    }
  }

  /** Begins a piece of work in a free place. */
  begin(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        if (this.#fault) return;
        this.#fault = { error };
        this.#onFault(error);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    const taken = Promise.all([running, spaced(this.#spacingMs, this.#stopping)]).then(() => {
      this.#taken.delete(taken);
    });
    this.#taken.add(taken);
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

  #raise(): void {
    if (this.#fault) throw this.#fault.error;
  }
}

async function spaced(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await pause(ms, signal, { ref: false }).catch(() => undefined);
}

/** Steps that are done one after another, in the order in which they came. */
export class Sequencer {
  #last: Promise<unknown> = Promise.resolve();

  /** Does the step when all that came earlier have done theirs; when one of them failed, it fails with the same error. */
  pass<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(step);
    this.#last = done;
    // A later step fails with the error; without a later step the rejection must not count as unhandled.
    done.catch(() => undefined);
    return done;
  }
}
