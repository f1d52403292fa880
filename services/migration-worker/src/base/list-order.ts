/**
 * Two long lists that are read side by side both take as long as one after the other. So one of them goes ahead and is read
 * alone: the work that needs it begins while the other one is read.
 */
export class ListOrder {
  #ahead: Promise<unknown> = Promise.resolve();

  /** Reads a list that goes ahead. */
  async ahead<Result>(read: () => Promise<Result>): Promise<Result> {
    const result = read();
    // What earlier lists came to is not kept.
    this.#ahead = Promise.allSettled([this.#ahead, result]).then(() => undefined);
    return result;
  }

  /** Resolves when no list is being read that goes ahead, however that ends: to be awaited before each part of another list. */
  async others(): Promise<void> {
    await this.#ahead;
  }
}
