/** How often the event loop is sampled, in ms. */
const everyMs = 10;
/** A shorter stall cannot be distinguished from the loop's own rhythm. */
const noticedMs = 30;
/** Without a question for this long, in ms, every window of a limit is empty, and sampling would only cost CPU time. */
const idleMs = 30_000;

/**
 * Measures how long this process stalls, because it gets no CPU time or collects garbage: what arrives in that time is read
 * together afterwards. Rests after `restMs` without a question, until the next one. It does not keep the process alive.
 */
export class StallWatch implements Disposable {
  readonly #restMs: number;
  #timer: NodeJS.Timeout | undefined;
  #beatAt = 0;
  #askedAt = 0;
  /** The start of the stall that ended with the last beat; null when there was none. */
  #from: number | null = null;

  constructor(restMs = idleMs) {
    this.#restMs = restMs;
    this.#askedNow(performance.now());
  }

  /** Whether it rests. */
  get rests(): boolean {
    return this.#timer === undefined;
  }

  /** How long, in ms, it has stalled until just now. */
  lastsMs(): number {
    const now = performance.now();
    this.#askedNow(now);
    const from = this.#from ?? (now - this.#beatAt >= noticedMs ? this.#beatAt : now);
    return Math.floor(now - from);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #askedNow(now: number): void {
    this.#askedAt = now;
    if (!this.rests) return;
    this.#beatAt = now;
    this.#timer = setInterval(() => this.#beat(), everyMs).unref();
  }

  /** In each round of the loop, timers run before reads, so a stall counts until the next beat. */
  #beat(): void {
    const now = performance.now();
    this.#from = now - this.#beatAt >= noticedMs ? this.#beatAt : null;
    this.#beatAt = now;
    if (this.#from === null && now - this.#askedAt > this.#restMs) this[Symbol.dispose]();
  }
}
