import { chunk } from './collections.ts';

/** How questions are batched, and asked. */
export interface GatheringOptions<Question, Answer> {
  /** How long a question waits for others; 0: only for those asked in the same turn of the event loop. */
  readonly gatherMs: number;
  /** The maximum number of questions per call. */
  readonly max: number;
  /** Asks several questions in one call. Answers are in the same order; undefined: the question must be asked alone. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly (Answer | undefined)[]>;
  /** Asks one question that the joint call did not answer. */
  readonly askAlone: (question: Question) => Promise<Answer>;
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer | PromiseLike<Answer>) => void;
}

/**
 * Asks one of our services several questions in one call. When that call fails, each question is asked alone, so that no
 * question fails because of another one, and so that a service of the previous release can be asked, too.
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

  /** Whether a question has not been sent yet, so that it may still be changed. */
  isWaiting(question: Question): boolean {
    return this.#waiting.has(question);
  }

  /** Sends the waiting questions now. */
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
