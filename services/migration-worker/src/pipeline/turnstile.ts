/** Work that is prepared side by side and then does one step in the order in which it came. */
export class Turnstile {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Prepares at once, and does the step when everything that came earlier has done its own. When an earlier one fails, in
   * either part, this one fails with the same error and does no step.
   */
  pass<Prepared, Result>(
    prepare: () => Promise<Prepared>,
    step: (prepared: Prepared) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#last;
    const work = prepare().then(async (prepared) => {
      await before;
      return step(prepared);
    });
    this.#last = work;
    // Whoever comes later sees the error; that nobody comes later is no fault.
    work.catch(() => undefined);
    return work;
  }
}
