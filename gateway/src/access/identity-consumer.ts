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
  /** Called for every change, even if it could not be stored in Redis. */
  readonly onChange: (record: AccessRecord) => void;
  /** The consumer ended permanently: the process must not keep streams that revocation does not reach. */
  readonly onFailure: (reason: unknown) => void;
}

/**
 * Stores changed access where sessions are checked. The auth service has already done so unless Redis was unavailable; an
 * older record never replaces a newer one. The record is stored before streams end: a stream that opens in between checks
 * the record after it has opened.
 *
 * The event only names the user: the record comes from the auth service, so that a forged event makes no one an
 * administrator. Auth commits a change together with its event, so an event with a version that auth does not know did not
 * come from auth.
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

/** Every process ends its own streams, so each one consumes every change. */
export function startIdentityConsumer(parts: IdentityConsumerParts): Promise<Subscription> {
  return subscribeEveryProcess(parts.kafka, {
    topic: topics.identityUser,
    name: 'gateway-identity',
    handler: handleAccessChanges(parts),
    onFailure: parts.onFailure,
  });
}
