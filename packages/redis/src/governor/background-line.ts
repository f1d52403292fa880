/**
 * Where background calls wait in their process before they ask for a place under a limit that they share: each would ask in
 * vain until those before it have gone. After `maxMs` a call asks anyway, so that it grows old in the store
 * (`agedMs`), however long the line is.
 */
export class BackgroundLine {
  readonly #maxMs: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(maxMs = 5_000) {
    this.#maxMs = maxMs;
  }

  /** Resolves at the call's turn, or when it is aborted. What it returns lets the next one ask, and may be called again. */
  async enter(signal?: AbortSignal): Promise<() => void> {
    const before = this.#last;
    const turn = Promise.withResolvers<undefined>();
    const left = Promise.withResolvers<undefined>();
    this.#last = left.promise;
    const proceed = (): void => turn.resolve(undefined);
    const timer = setTimeout(proceed, this.#maxMs);
    signal?.addEventListener('abort', proceed);
    if (signal?.aborted) proceed();
    void before.then(proceed);
    await turn.promise;
    clearTimeout(timer);
    signal?.removeEventListener('abort', proceed);
    return () => left.resolve(undefined);
  }
}
