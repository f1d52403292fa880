import type { Batch, EachBatchPayload } from 'kafkajs';
import { receivedMessage, type ReceivedMessage } from '../messages.ts';
import { kafkajsCall, type Membership } from './membership.ts';
import type { Outcome } from './message-handler.ts';
import type { PartitionPauses } from './partition-pauses.ts';

/** What a runner of batches needs. */
export interface BatchRunnerParts {
  readonly handle: (message: ReceivedMessage) => Promise<Outcome>;
  readonly pauses: PartitionPauses;
  readonly heartbeatMs: number;
  readonly reportLag: (partition: number, lag: number) => void;
}

/** Works through one batch for a member of the group. */
export type BatchRunner = (payload: EachBatchPayload, membership: Membership) => Promise<void>;

/**
 * Works through the messages that kafkajs fetched from one partition, in order. An offset is resolved, and then committed,
 * only after its handler has returned; what is left of a batch that stops early is fetched again from there.
 */
export function batchRunner(parts: BatchRunnerParts): BatchRunner {
  const { handle, pauses, heartbeatMs, reportLag } = parts;
  return async (payload, membership) => {
    const { batch } = payload;
    const { topic, partition } = batch;
    membership.check();
    reportLag(partition, eventsLeft(batch, batch.firstOffset()));
    using heartbeats = new Heartbeats(() => kafkajsCall(() => payload.heartbeat()), membership, heartbeatMs);
    for (const message of batch.messages) {
      if (!payload.isRunning() || payload.isStale() || pauses.isPaused(partition)) return;
      const outcome = await handle(receivedMessage(topic, partition, message));
      if (!outcome.next) {
        pauses.delay(partition, outcome.delayMs);
        return;
      }
      payload.resolveOffset(message.offset);
      reportLag(partition, eventsLeft(batch, message.offset) - 1);
      await heartbeats.checkpoint();
      await kafkajsCall(() => payload.commitOffsetsIfNecessary());
    }
  };
}

/** How many messages the partition had from this offset on when the batch was fetched. */
function eventsLeft(batch: Batch, offset: string | null): number {
  return offset === null ? 0 : Number(BigInt(batch.highWatermark) - BigInt(offset));
}

/** The heartbeats of one batch. kafkajs sends one only when it is asked to, so a slow handler would lose its place. */
class Heartbeats implements Disposable {
  readonly #beat: () => Promise<void>;
  readonly #membership: Membership;
  readonly #timer: NodeJS.Timeout;
  #failure: Error | null = null;

  /** Starts to beat every `everyMs`. `beat` is kafkajs' heartbeat, which itself sends no more often than configured. */
  constructor(beat: () => Promise<void>, membership: Membership, everyMs: number) {
    this.#beat = beat;
    this.#membership = membership;
    this.#timer = setInterval(() => void this.#attempt(), everyMs);
  }

  /** Beats if it is time, and throws when a beat has failed since the last call or the membership is lost. */
  async checkpoint(): Promise<void> {
    await this.#attempt();
    this.#membership.check();
    if (this.#failure) throw this.#failure;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #attempt(): Promise<void> {
    try {
      await this.#beat();
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error('The heartbeat failed', { cause: error });
      this.#membership.failed(error);
    }
  }
}
