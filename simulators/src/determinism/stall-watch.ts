/** How often the event loop is asked to come round, in ms. */
const everyMs = 10;
/** A shorter stall is not told from the loop's own pace. */
const noticedMs = 30;

/**
 * Watches for how long this process stalls, because it gets no processor or collects garbage: what arrives in that time is read
 * together afterwards. It keeps no process alive.
 */
export class StallWatch implements Disposable {
  readonly #timer = setInterval(() => this.#beat(), everyMs).unref();
  #beatAt = performance.now();
  /** When the stall began that ended with the last beat; null when there was none. */
  #from: number | null = null;

  /** For how many ms it has stalled just before now. */
  lastsMs(): number {
    const now = performance.now();
    const from = this.#from ?? (now - this.#beatAt >= noticedMs ? this.#beatAt : now);
    return Math.floor(now - from);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** Timers come before what is read in each round of the loop, so that a stall counts until the next beat. */
  #beat(): void {
    const now = performance.now();
    this.#from = now - this.#beatAt >= noticedMs ? this.#beatAt : null;
    this.#beatAt = now;
  }
}
