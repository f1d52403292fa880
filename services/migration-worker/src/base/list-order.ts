/**
 * Two long lists read side by side each take as long as both in sequence. So one of them takes precedence and is read alone:
 * the work that needs it begins while the other one is read.
 */
export class ListOrder {
  #ahead: Promise<unknown> = Promise.resolve();

  /** Reads a list with precedence. */
  async ahead<Result>(read: () => Promise<Result>): Promise<Result> {
    const result = read();
    // The results of earlier lists are not kept.
    this.#ahead = Promise.allSettled([this.#ahead, result]).then(() => undefined);
    return result;
  }

  /**
   * Resolves when no list with precedence is being read any more, successfully or not; awaited before each part of another
   * list.
   */
  async others(): Promise<void> {
    await this.#ahead;
  }
}
