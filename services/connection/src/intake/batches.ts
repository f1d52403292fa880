import { AppError } from '@ridgeline/kit';

/** What batches are made of. */
export interface BatchOptions<Input, Output> {
  /** Does the work of all inputs together; answers one output for each, in their order. */
  readonly work: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** In one batch at most. */
  readonly size: number;
  /** Concurrent batches. */
  readonly running: number;
  /** Inputs that wait for a batch at most; what comes then is `server.unavailable`. */
  readonly waiting: number;
}

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does together what comes in one turn, and what comes while earlier work is in progress: alone, an input is worked on immediately;
 * in a flood, each transaction takes hundreds of them.
 */
export class Batches<Input, Output> {
  readonly #options: BatchOptions<Input, Output>;
  #waiting: Waiting<Input, Output>[] = [];
  #running = 0;

  constructor(options: BatchOptions<Input, Output>) {
    this.#options = options;
  }

  /** The output for an input; rejects as its batch does. */
  submit(input: Input): Promise<Output> {
    if (this.#waiting.length >= this.#options.waiting)
      return Promise.reject(new AppError('server.unavailable', { retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      // Behind those that are submitted with it: the events of one call.
      if (this.#waiting.length === 1) queueMicrotask(() => this.#start());
    });
  }

  #start(): void {
    const { size, running } = this.#options;
    while (this.#running < running && this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, size);
      this.#waiting = this.#waiting.slice(size);
      this.#running += 1;
      void this.#run(batch);
    }
  }

  async #run(batch: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await this.#options.work(batch.map(({ input }) => input));
      for (const [at, { resolve, reject }] of batch.entries()) {
        const output = outputs[at];
        if (output === undefined) reject(new TypeError('A batch lacks an output'));
        else resolve(output);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#running -= 1;
      this.#start();
    }
  }
}
