import type { DeedAction } from '@ridgeline/contracts';
import { Outcome, outgoingEvent, topics } from '@ridgeline/events';
import type { ClientOrigin, UserIdentity } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { eventEnvelope } from '../messages/event-envelope.ts';
import { addToOutbox } from './outbox-store.postgres.ts';

/** What somebody did, or was refused, as the audit trail tells it. */
export interface Deed {
  readonly action: DeedAction;
  readonly result: 'done' | 'refused';
  readonly by: Pick<UserIdentity, 'userId' | 'companyId'>;
  /** From where: kit's `clientOrigin(req.headers)`. */
  readonly origin: ClientOrigin;
  /** To what it was done, what changed or why it was refused, in words; never a secret. At most 1,000 characters stay. */
  readonly detail: string;
}

/**
 * Tells the audit trail of a deed, in the transaction of what was done: both commit, or neither does. A refusal has
 * changed nothing: it is told in a transaction of its own, after the one that was rolled back. The trail keeps a bounded
 * number of refusals per hour.
 */
export function recordDeed(tx: Tx, { action, result, by, origin, detail }: Deed): Promise<void> {
  return addToOutbox(
    tx,
    outgoingEvent(topics.auditEntry, {
      key: by.companyId,
      value: {
        action,
        outcome: result === 'done' ? Outcome.DONE : Outcome.REFUSED,
        actorId: by.userId,
        companyId: by.companyId,
        detail: detail.slice(0, 1_000),
        ...(origin.address === null ? {} : { address: origin.address }),
        ...(origin.userAgent === null ? {} : { userAgent: origin.userAgent }),
      },
      envelope: eventEnvelope(by.companyId),
    }),
  );
}
