import type { Batch, EachBatchPayload } from 'kafkajs';
import { kafkajsCall } from './faults.ts';
import { Heartbeats } from './heartbeats.ts';
import type { Membership } from './membership.ts';
import type { Outcome } from './message-handler.ts';
import type { PartitionPauses } from './partition-pauses.ts';
import { receivedMessage, type ReceivedMessage } from '../messages/received-message.ts';

/** What a runner of batches needs. */
export interface BatchRunnerParts {
  readonly handle: (message: ReceivedMessage) => Promise<Outcome>;
  readonly pauses: PartitionPauses;
  readonly heartbeatMs: number;
  readonly reportLag: (partition: number, lag: number) => void;
}

/** Works off one batch for a member of the group. */
export type BatchRunner = (payload: EachBatchPayload, membership: Membership) => Promise<void>;

/**
 * Works off the messages that kafkajs fetched from one partition, in order. An offset is resolved, and then committed,
 * only after its handler is through; what is left of a batch that stops early is fetched again from there.
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
      if (!payload.isRunning() || payload.isStale() || pauses.stands(partition)) return;
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
