/** How often the event loop is asked to come round, in ms. */
const everyMs = 10;
/** A shorter standstill is not told from the loop's own pace. */
const noticedMs = 30;

/**
 * Watches for how long this process stands still, because it gets no processor or collects garbage: what arrives meanwhile is
 * read together afterwards. It keeps no process alive.
 */
export class Standstill implements Disposable {
  readonly #timer = setInterval(() => this.#beat(), everyMs).unref();
  #beatAt = performance.now();
  /** Since when it stood still until the last beat; null when it did not. */
  #from: number | null = null;

  /** For how many ms it has stood still just before now. */
  lastsMs(): number {
    const now = performance.now();
    const from = this.#from ?? (now - this.#beatAt >= noticedMs ? this.#beatAt : now);
    return Math.floor(now - from);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** Timers come before what is read in each round of the loop, so that a standstill counts until the next beat. */
  #beat(): void {
    const now = performance.now();
    this.#from = now - this.#beatAt >= noticedMs ? this.#beatAt : null;
    this.#beatAt = now;
  }
}
