import type { FetchPage, ListPage } from './list-page.ts';

export interface PagesAheadOptions<R> {
  readonly fetch: FetchPage<R>;
  /** How many calls may be in flight concurrently; as many answers are cached. */
  readonly ahead: number;
  /** Called with each answer on arrival, in any order. */
  readonly onAnswer: (answer: ListPage<R>) => void;
}

/**
 * The calls of one pass, some of them prefetched. Disposing it aborts those whose answers are no longer
 * needed and waits until none is left.
 */
export class PagesAhead<R> implements AsyncDisposable {
  readonly #options: PagesAheadOptions<R>;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** How many are in flight: lowered as soon as an answer arrives, so that its consumer can make the next call. */
  #calls = 0;
  readonly #kept = new Map<number, Promise<ListPage<R>>>();

  constructor(options: PagesAheadOptions<R>) {
    this.#options = options;
  }

  /** Makes a call as soon as a slot is free. Rejects as the call does. */
  async ask(startIndex: number): Promise<ListPage<R>> {
    while (this.#calls >= this.#options.ahead) await Promise.race(this.#running);
    return this.#call(startIndex);
  }

  /** Caches an answer that has already arrived. */
  keep(startIndex: number, answer: ListPage<R>): void {
    this.#kept.set(startIndex, Promise.resolve(answer));
  }

  /** Drops all answers but these, also those still in flight. */
  drop(except: readonly number[] = []): void {
    for (const startIndex of this.#kept.keys())
      if (!except.includes(startIndex)) this.#kept.delete(startIndex);
  }

  /** Prefetches as many of these pages, in order, as there are free slots. */
  prefetch(startIndexes: Iterable<number>): void {
    const { ahead } = this.#options;
    for (const startIndex of startIndexes) {
      if (this.#kept.has(startIndex)) continue;
      if (this.#kept.size >= ahead || this.#calls >= ahead) return;
      this.#kept.set(startIndex, this.#call(startIndex));
    }
  }

  /** The cached or pending answer, else that of a new call. */
  take(startIndex: number): Promise<ListPage<R>> {
    const kept = this.#kept.get(startIndex);
    this.#kept.delete(startIndex);
    return kept ?? this.ask(startIndex);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  #call(startIndex: number): Promise<ListPage<R>> {
    const answer = this.#fetch(startIndex);
    // Settles without a value: an error is thrown when it is this answer's turn, which may never come.
    const over = answer.then(
      () => undefined,
      () => undefined,
    );
    this.#running.add(over);
    void over.then(() => this.#running.delete(over));
    return answer;
  }

  async #fetch(startIndex: number): Promise<ListPage<R>> {
    this.#calls += 1;
    try {
      const answer = await this.#options.fetch(startIndex, this.#stop.signal);
      this.#options.onAnswer(answer);
      return answer;
    } finally {
      this.#calls -= 1;
    }
  }
}
