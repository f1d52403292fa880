import kafkajs from 'kafkajs';
import { causes } from '../client/final-failure.ts';

/**
 * Errors of our own code inside a batch, told apart from those of Kafka. kafkajs hands both back in wrappers of its own,
 * and of some it keeps only the cause; so an error is remembered with its causes, and found again among causes.
 */
export class Faults {
  readonly #known = new WeakSet<Error>();

  /** Takes note of what a batch threw. */
  note(error: unknown): void {
    if (error instanceof kafkajs.KafkaJSError) return;
    for (const cause of causes(error)) this.#known.add(cause);
  }

  /** Whether one of them is behind this error. */
  areBehind(error: unknown): boolean {
    return causes(error).some((cause) => this.#known.has(cause));
  }
}

/** Calls kafkajs inside a batch. Its own faults (it throws plain errors where a connection is gone) become its errors. */
export async function kafkajsCall(call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (error instanceof kafkajs.KafkaJSError) throw error;
    throw new kafkajs.KafkaJSError(error instanceof Error ? error : String(error));
  }
}
