/** Steps that are done one after another, in the order in which they came. */
export class Sequencer {
  #last: Promise<unknown> = Promise.resolve();

  /** Does the step when all that came earlier have done theirs; when one of them failed, it fails with the same error. */
  pass<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(step);
    this.#last = done;
    // Whoever comes later sees the error; that nobody comes later is no fault.
    done.catch(() => undefined);
    return done;
  }
}
