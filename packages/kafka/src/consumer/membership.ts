// Node finds only part of kafkajs' names in the CommonJS module; the error classes are not among them.
import kafkajs from 'kafkajs';
import { causes } from '../client/kafka-errors.ts';

/** Answers of the group coordinator after which a member must join again before it continues. */
const lostMembership = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
]);

/**
 * Whether this consumer still holds its place in the group. kafkajs learns of a rebalance only from its own heartbeat,
 * and only the batch that sent it sees the error; the other batches in progress, and those still queued, would be worked
 * through first while the group waits, until the coordinator expels the member and the rebalance starts again, without end
 * (tulios/kafkajs issues 1527, 1566, 1720). So the first such answer is kept here and stops every batch.
 */
export class Membership {
  #lost: Error | null = null;

  /** kafkajs has joined: a new generation. */
  joined(): void {
    this.#lost = null;
  }

  /** Records the error of a heartbeat or commit. */
  failed(error: unknown): void {
    if (error instanceof kafkajs.KafkaJSProtocolError && lostMembership.has(error.type)) this.#lost ??= error;
  }

  /** Throws what the coordinator answered; on that error kafkajs joins again. */
  check(): void {
    if (this.#lost) throw this.#lost;
  }
}

/**
 * Errors of our own code inside a batch, distinguished from those of Kafka. kafkajs returns both in its own wrappers,
 * and of some it keeps only the cause; so an error is remembered with its causes, and found again among causes.
 */
export class Faults {
  readonly #known = new WeakSet<Error>();

  /** Records what a batch threw. */
  note(error: unknown): void {
    if (error instanceof kafkajs.KafkaJSError) return;
    for (const cause of causes(error)) this.#known.add(cause);
  }

  /** Whether one of them caused this error. */
  areBehind(error: unknown): boolean {
    return causes(error).some((cause) => this.#known.has(cause));
  }
}

/** Calls kafkajs inside a batch. Its own faults (it throws plain errors where a connection is closed) become its errors. */
export async function kafkajsCall(call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (error instanceof kafkajs.KafkaJSError) throw error;
    throw new kafkajs.KafkaJSError(error instanceof Error ? error : String(error));
  }
}
