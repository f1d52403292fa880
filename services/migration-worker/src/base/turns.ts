/** Pieces of work that are done one after the other; what fails stops none of those behind it. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
