import { chunk } from './collections.ts';

/** How questions are gathered, and asked. */
export interface GatheringOptions<Question, Answer> {
  /** For so long a question waits for others; 0: for those that are asked in the same turn of the event loop. */
  readonly gatherMs: number;
  /** So many are asked in one call. */
  readonly max: number;
  /** Asks several questions in one call. Answers in the same order; undefined: this one must be asked alone. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly (Answer | undefined)[]>;
  /** Asks one question that was not answered together with others. */
  readonly askAlone: (question: Question) => Promise<Answer>;
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer | PromiseLike<Answer>) => void;
}

/**
 * Asks one of our services several questions in one call. When that call fails, each question is asked alone: so no question
 * fails because of another one, and a service of the release before is asked as it knows.
 */
export class Gathering<Question, Answer> {
  readonly #options: GatheringOptions<Question, Answer>;
  readonly #waiting = new Map<Question, Waiting<Answer>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: GatheringOptions<Question, Answer>) {
    this.#options = options;
  }

  ask(question: Question): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(question, { resolve });
    this.#timer ??= setTimeout(() => this.flush(), this.#options.gatherMs);
    return promise;
  }

  /** Whether a question still waits to be asked, so that it may be changed. */
  isWaiting(question: Question): boolean {
    return this.#waiting.has(question);
  }

  /** Asks now what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const some of chunk(waiting, this.#options.max)) void this.#ask(some);
  }

  async #ask(waiting: readonly (readonly [Question, Waiting<Answer>])[]): Promise<void> {
    const { ask, askAlone } = this.#options;
    const answers = await ask(waiting.map(([question]) => question)).catch(() => []);
    for (const [at, [question, { resolve }]] of waiting.entries()) resolve(answers[at] ?? askAlone(question));
  }
}
