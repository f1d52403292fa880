import { pause } from '@ridgeline/kit';

/**
 * Runs at most `width` tasks concurrently. A place takes its next task no sooner than `spacingMs` after the start of its last
 * one. The first error is passed to `onFault` immediately and thrown by the next call; no task is started after it.
 */
export class ConcurrencyLimit {
  readonly #width: number;
  readonly #spacingMs: number;
  readonly #stopping: AbortSignal;
  readonly #onFault: (fault: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  /** Occupied places: by a task, or because their last start is too recent. */
  readonly #taken = new Set<Promise<void>>();
  #fault: { readonly error: unknown } | null = null;

  /** Once `stopping` is aborted, the spacing is no longer waited for. */
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

  /** Resolves when a place is free; throws the first error, even if it occurs during the wait. */
  async free(): Promise<void> {
    this.#raise();
    while (this.#taken.size >= this.#width) {
      await Promise.race(this.#taken);
      this.#raise();
    }
  }

  /** Starts a task in a free place. */
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

  /** Resolves when all tasks are done, even after an error. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running);
  }

  /** Resolves when all tasks are done; throws the first error. */
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

/** Runs steps one after another, in the order of their submission. */
export class Sequencer {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the step after all earlier ones; if one of them failed, it fails with the same error. */
  pass<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(step);
    this.#last = done;
    // A later step fails with the error; if there is none, the rejection must not count as unhandled.
    done.catch(() => undefined);
    return done;
  }
}
