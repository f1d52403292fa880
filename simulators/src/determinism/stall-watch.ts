/** How often the event loop is sampled, in ms. */
const everyMs = 10;
/** A shorter stall cannot be distinguished from the loop's own rhythm. */
const noticedMs = 30;

/**
 * Measures how long this process stalls, because it gets no CPU time or collects garbage: what arrives in that time is read
 * together afterwards. It does not keep the process alive.
 */
export class StallWatch implements Disposable {
  readonly #timer = setInterval(() => this.#beat(), everyMs).unref();
  #beatAt = performance.now();
  /** The start of the stall that ended with the last beat; null when there was none. */
  #from: number | null = null;

  /** How long, in ms, it has stalled until just now. */
  lastsMs(): number {
    const now = performance.now();
    const from = this.#from ?? (now - this.#beatAt >= noticedMs ? this.#beatAt : now);
    return Math.floor(now - from);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** In each round of the loop, timers run before reads, so a stall counts until the next beat. */
  #beat(): void {
    const now = performance.now();
    this.#from = now - this.#beatAt >= noticedMs ? this.#beatAt : null;
    this.#beatAt = now;
  }
}
