import { topics, type UserAccessChangedSchema } from '@ridgeline/events';
import type { EventHandler, Kafka, Subscription } from '@ridgeline/kafka';
import type { AccessRecord, AccessRecords } from '@ridgeline/redis';
import { subscribeEveryProcess } from '../events/every-process.ts';

/** What the consumer of changed access works with. */
export interface IdentityConsumerParts {
  readonly kafka: Kafka;
  readonly records: AccessRecords;
  /** Told of every change, whether or not Redis could be. */
  readonly onChange: (record: AccessRecord) => void;
  /** The consumer ended for good: the process must not go on with streams that revocation does not reach. */
  readonly onFailure: (reason: unknown) => void;
}

/**
 * Puts changed access where sessions are checked: the auth service has done so already unless Redis was away just then,
 * and an older record never replaces a newer one. First the record, then the streams: one that is opened in between
 * looks at the record after it was opened.
 */
export function handleAccessChanges({
  records,
  onChange,
}: Pick<IdentityConsumerParts, 'records' | 'onChange'>): EventHandler<typeof UserAccessChangedSchema> {
  return async ({ value }) => {
    const { userId, companyId, administrator, version, sessionEpoch, revokedReason = null } = value;
    const record = { userId, companyId, administrator, version, sessionEpoch, revokedReason };
    try {
      await records.put(record);
    } catch {
      return { verdict: 'retry', reason: 'Redis could not be written to' };
    } finally {
      onChange(record);
    }
    return { verdict: 'done' };
  };
}

/** Every process ends its own streams, so each hears of every change. */
export function startIdentityConsumer(parts: IdentityConsumerParts): Promise<Subscription> {
  return subscribeEveryProcess(parts.kafka, {
    topic: topics.identityUser,
    name: 'gateway-identity',
    handler: handleAccessChanges(parts),
    onFailure: parts.onFailure,
  });
}
