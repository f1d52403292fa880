// Node finds only part of kafkajs' names in the CommonJS module; the error classes are not among them.
import kafkajs from 'kafkajs';

/** Answers of the group coordinator after which a member must join again before it goes on. */
const lostMembership = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
]);

/**
 * Whether this consumer still holds its place in the group. kafkajs learns of a rebalance only from its own heartbeat,
 * and only the batch that sent it sees the error; the other batches in hand, and those still queued, would be worked
 * off first while the group waits, until the coordinator expels the member and the rebalance starts again, without end
 * (tulios/kafkajs issues 1527, 1566, 1720). So the first such answer is kept here and stops every batch.
 */
export class Membership {
  #lost: Error | null = null;

  /** kafkajs has joined: a new generation. */
  joined(): void {
    this.#lost = null;
  }

  /** Takes note of what a heartbeat or commit answered. */
  failed(error: unknown): void {
    if (error instanceof kafkajs.KafkaJSProtocolError && lostMembership.has(error.type)) this.#lost ??= error;
  }

  /** Throws what the coordinator answered; kafkajs joins again upon that error. */
  check(): void {
    if (this.#lost) throw this.#lost;
  }
}
