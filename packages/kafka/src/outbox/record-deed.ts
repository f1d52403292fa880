import type { DeedAction } from '@ridgeline/contracts';
import { Outcome, outgoingEvent, topics } from '@ridgeline/events';
import { AppError, type Actor, type ClientOrigin, type UserIdentity } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { eventEnvelope } from '../messages/event-envelope.ts';
import { addToOutbox } from './outbox-store.ts';

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

/** What a refusal must be about to be audited; not a malformed or too frequent request, and not a fault of ours. */
const audited = /^(connection|migration|properties)\./;

/** Does what a user asked for, and tells the audit trail of a refusal that is about it. `what` names it at the line's start. */
export async function auditRefusals<T>(
  db: Pick<Database, 'forCompany'>,
  { action, by: { user, origin }, what }: { action: DeedAction; by: Actor; what: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && audited.test(error.code)) {
      const detail = `${what}: ${error.text}`;
      await db.forCompany(user.companyId, (tx) =>
        recordDeed(tx, { action, result: 'refused', by: user, origin, detail }),
      );
    }
    throw error;
  }
}
