import { pause } from '@ridgeline/kit';

/** Answers calls, and records which of them were made concurrently, step by step. */
export class AnsweredInSteps {
  readonly steps: string[][] = [];
  #open = 0;

  /** The answer, after all concurrent calls were made. */
  async answer<Value>(
    call: string,
    value: Value,
  ): Promise<{ readonly outcome: 'ok'; readonly value: Value }> {
    if (this.#open === 0) this.steps.push([]);
    this.steps.at(-1)?.push(call);
    this.#open += 1;
    await pause(0);
    this.#open -= 1;
    return { outcome: 'ok', value };
  }
}
