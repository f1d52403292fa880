import type { AuditAction } from '@ridgeline/contracts';
import { AppError, type Actor, type ClientOrigin, type UserIdentity } from '@ridgeline/kit';
import { eventEnvelope } from './envelope.ts';
import { outgoingEvent, type OutgoingEvent } from './event.ts';
import { Outcome } from './gen/ridgeline/audit/v1/entry_pb.ts';
import { topics } from './topics.ts';

/** In place of a user: the product did it automatically. */
export const noUser = 0;

/** What a user did, or was refused, as the audit trail shows it. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly result: 'done' | 'refused';
  readonly by: Pick<UserIdentity, 'userId' | 'companyId'>;
  /** The origin of the request: kit's `clientOrigin(req.headers)`. */
  readonly origin: ClientOrigin;
  /** The object of the action, what changed or why it was refused, in words; never a secret. Cut to 1,000 characters. */
  readonly detail: string;
}

/**
 * The event for the audit trail. It is stored in the outbox in the transaction of the audited action: both commit, or
 * neither does. A refusal has changed nothing: its event has a transaction of its own, after the rolled-back one. The trail
 * keeps a bounded number of refusals per hour.
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

/** The event for what the product did automatically for a company. It goes to the outbox as `auditEvent` does. */
export const automaticAuditEvent = ({
  action,
  companyId,
  detail,
}: {
  readonly action: AuditAction;
  readonly companyId: string;
  readonly detail: string;
}): OutgoingEvent =>
  auditEvent({
    ...{ action, result: 'done', detail },
    by: { userId: noUser, companyId },
    origin: { address: null, userAgent: null },
  });

/** What a refusal must be about to be audited; not a malformed or too frequent request, and not our own failure. */
const audited = /^(connection|migration|properties)\./;

/**
 * Does what a user asked for, and records a refusal that is about it. `what` names the object at the start of the detail;
 * `record` stores an event in a transaction of its own.
 */
export async function auditRefusals<T>(
  record: (event: OutgoingEvent) => Promise<void>,
  {
    action,
    by: { user, origin },
    what,
  }: { readonly action: AuditAction; readonly by: Actor; readonly what: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && audited.test(error.code))
      await record(
        auditEvent({ action, result: 'refused', by: user, origin, detail: `${what}: ${error.text}` }),
      );
    throw error;
  }
}
