import type { AuditAction } from '@ridgeline/contracts';
import type { ClientOrigin, UserIdentity } from '@ridgeline/kit';
import { eventEnvelope } from './envelope.ts';
import { outgoingEvent, type OutgoingEvent } from './event.ts';
import { Outcome } from './gen/ridgeline/audit/v1/entry_pb.ts';
import { topics } from './topics.ts';

/** What a user did, or was refused, as the audit trail shows it. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly result: 'done' | 'refused';
  readonly by: Pick<UserIdentity, 'userId' | 'companyId'>;
  /** From where: kit's `clientOrigin(req.headers)`. */
  readonly origin: ClientOrigin;
  /** The object of the action, what changed or why it was refused, in words; never a secret. Cut to 1,000 characters. */
  readonly detail: string;
}

/**
 * The event for the audit trail. It goes to the outbox in the transaction of what was done: both commit, or neither does.
 * A refusal has changed nothing: it has a transaction of its own, after the one that was rolled back. The trail keeps a
 * bounded number of refusals per hour.
 */
export function auditEvent({ action, result, by, origin, detail }: AuditEvent): OutgoingEvent {
  return outgoingEvent(topics.auditEntry, {
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
  });
}
