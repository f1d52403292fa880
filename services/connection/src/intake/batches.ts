import { AppError } from '@ridgeline/kit';

/** How batches are formed and processed. */
export interface BatchOptions<Input, Output> {
  /** Processes all inputs together; returns one output per input, in their order. */
  readonly work: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** Maximum inputs per batch. */
  readonly size: number;
  /** Concurrent batches. */
  readonly running: number;
  /** Maximum inputs that wait for a batch; beyond it, `submit` rejects with `server.unavailable`. */
  readonly waiting: number;
}

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Processes inputs in batches: those submitted in the same turn, and those that arrive while earlier batches are in progress.
 * A single input is processed immediately; in a flood, each transaction takes hundreds of inputs.
 */
export class Batches<Input, Output> {
  readonly #options: BatchOptions<Input, Output>;
  #waiting: Waiting<Input, Output>[] = [];
  #running = 0;

  constructor(options: BatchOptions<Input, Output>) {
    this.#options = options;
  }

  /** The output for an input; rejects when its batch fails. */
  submit(input: Input): Promise<Output> {
    if (this.#waiting.length >= this.#options.waiting)
      return Promise.reject(new AppError('server.unavailable', { retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      // Starts after all inputs that are submitted in the same turn, such as the events of one call.
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
