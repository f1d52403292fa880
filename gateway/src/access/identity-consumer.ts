import { ApiError } from '@ridgeline/contracts';
import type { AccessRecord } from '@ridgeline/contracts/internal';
import { topics, type UserAccessChangedSchema } from '@ridgeline/events';
import type { EventHandler, Kafka, Subscription } from '@ridgeline/kafka';
import type { VersionedRecords } from '@ridgeline/redis';
import { subscribeEveryProcess } from '../every-process.ts';

/** What the consumer of changed access works with. */
export interface IdentityConsumerParts {
  readonly kafka: Kafka;
  readonly records: VersionedRecords<AccessRecord>;
  /** Asks the auth service what a user may do now. */
  readonly accessOf: (userId: number) => Promise<AccessRecord>;
  /** Told of every change, whether or not Redis could be. */
  readonly onChange: (record: AccessRecord) => void;
  /** The consumer ended permanently: the process must not keep streams that revocation does not reach. */
  readonly onFailure: (reason: unknown) => void;
}

/**
 * Stores changed access where sessions are checked: the auth service has done so already unless Redis was unavailable,
 * and an older record never replaces a newer one. First the record, then the streams: one that is opened in between
 * looks at the record after it was opened.
 *
 * The event says only whose access to look at: the record that is put comes from the auth service, so that an event that
 * a third party wrote makes no one an administrator. Auth commits a change with its event, so a version that auth does
 * not know yet was never its own.
 */
export function handleAccessChanges({
  records,
  accessOf,
  onChange,
}: Pick<IdentityConsumerParts, 'records' | 'accessOf' | 'onChange'>): EventHandler<
  typeof UserAccessChangedSchema
> {
  return async ({ value }) => {
    let record: AccessRecord;
    try {
      record = await accessOf(value.userId);
    } catch (error) {
      return error instanceof ApiError && error.code === 'user.not_found'
        ? { verdict: 'dead', kind: 'unknown', reason: 'There is no such user' }
        : { verdict: 'retry', reason: 'The auth service does not answer' };
    }
    if (value.version > record.version)
      return { verdict: 'dead', kind: 'contradiction', reason: 'The auth service made no such change' };
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
