import { auditActionSchema, type AuditAction } from '@ridgeline/contracts';
import { noUser, Outcome, topics, type ReceivedEvent } from '@ridgeline/events';
import { once, type Kafka, type Subscription, type HandlerResult } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { companyExists } from '../accounts/account-store.postgres.ts';
import { record, wasOfCompany } from './audit-store.postgres.ts';

const consumer = 'auth.audit-entry';

/** Null for an outcome that no version of the product sends. */
function resultOf(outcome: Outcome): 'done' | 'refused' | null {
  if (outcome === Outcome.DONE) return 'done';
  return outcome === Outcome.REFUSED ? 'refused' : null;
}

/** Actions that the product performs automatically, without a user. */
const automatic: ReadonlySet<AuditAction> = new Set<AuditAction>(['connection-subscribed-again']);

/**
 * Adds an audited action of another service to the trail, once per event. An event is accepted for a user who is, or was, a
 * member of the company. An automatic action has no user; for it, the company must exist.
 */
export async function addAuditEvent(
  db: Database,
  { value, envelope }: ReceivedEvent<typeof topics.auditEntry.schema>,
): Promise<HandlerResult> {
  const action = auditActionSchema.safeParse(value.action);
  // Actions on accounts happen here only: no other service publishes them.
  const result = resultOf(value.outcome);
  if (!action.success || result === null)
    return {
      verdict: 'dead',
      kind: 'value',
      reason: `not an audit event of another service: ${value.action}`,
    };
  const { actorId, companyId, address = null, userAgent = null, detail } = value;
  const isAutomatic = actorId === noUser && automatic.has(action.data);
  const at = new Date(envelope.time);
  return db.forSystem(async (tx): Promise<HandlerResult> => {
    const isOfCompany = isAutomatic ? companyExists(tx, companyId) : wasOfCompany(tx, actorId, companyId);
    if (!(await isOfCompany))
      return { verdict: 'dead', kind: 'unknown', reason: 'No user with this id was ever in the company' };
    if (!(await once(tx, consumer, envelope.id))) return { verdict: 'done' };
    await record(tx, {
      action: action.data,
      result,
      actor: { id: isAutomatic ? null : actorId },
      companyId,
      origin: { address, userAgent },
      detail,
      ...(Number.isNaN(at.getTime()) ? {} : { at }),
    });
    return { verdict: 'done' };
  });
}

/** Consumes the audited actions of other services. */
export function consumeAuditEvents(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.auditEntry,
    group: consumer,
    handler: (event) => addAuditEvent(db, event),
  });
}
