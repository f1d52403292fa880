import type { RunSettings } from '@ridgeline/contracts/internal';
import { eventEnvelope, outgoingEvent, topics, Vendor as WireVendor } from '@ridgeline/events';
import { retry, retryEvery } from '@ridgeline/kit';
import type { Vendor } from '../base/run-errors.ts';
import type { EventPublisher } from './report-queue.ts';

/**
 * Publishes that a vendor refused a connection's credential; resolves when Kafka has accepted the event, or the signal
 * aborts.
 */
export async function publishRefusal(
  publisher: EventPublisher,
  { connectionId, companyId }: Pick<RunSettings, 'connectionId' | 'companyId'>,
  vendor: Vendor,
  signal: AbortSignal,
): Promise<void> {
  const event = outgoingEvent(topics.connectionRefusal, {
    key: String(connectionId),
    value: {
      connectionId,
      companyId,
      vendor: vendor === 'AccuLynx' ? WireVendor.ACCULYNX : WireVendor.HUBSPOT,
    },
    envelope: eventEnvelope(companyId),
  });
  await retry(retryEvery(1_000), () => publisher.publish([event]), { signal }).catch((error: unknown) => {
    // It can only have been aborted: the worker that takes the run next is refused as well, and reports that.
    if (!signal.aborted) throw error;
  });
}
