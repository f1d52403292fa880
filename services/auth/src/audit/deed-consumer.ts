import { deedActionSchema } from '@ridgeline/contracts';
import { Outcome, topics, type ReceivedEvent } from '@ridgeline/events';
import { once, type Kafka, type Subscription, type HandlerResult } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { record, wasOfCompany } from './audit-store.postgres.ts';

const consumer = 'auth.audit-entry';

/** Null for what no version of ours sends. */
function resultOf(outcome: Outcome): 'done' | 'refused' | null {
  if (outcome === Outcome.DONE) return 'done';
  return outcome === Outcome.REFUSED ? 'refused' : null;
}

/**
 * Adds what another service tells of to the trail, once per event. Whoever never was of the company cannot have done it
 * there.
 */
export async function addDeed(
  db: Database,
  { value, envelope }: ReceivedEvent<typeof topics.auditEntry.schema>,
): Promise<HandlerResult> {
  const action = deedActionSchema.safeParse(value.action);
  // What people do with accounts is known here alone: nobody else tells of it.
  const result = resultOf(value.outcome);
  if (!action.success || result === null)
    return { verdict: 'dead', kind: 'value', reason: `not a deed of another service: ${value.action}` };
  const { actorId, companyId, address = null, userAgent = null, detail } = value;
  const at = new Date(envelope.time);
  return db.forSystem(async (tx): Promise<HandlerResult> => {
    if (!(await wasOfCompany(tx, actorId, companyId)))
      return { verdict: 'dead', kind: 'unknown', reason: 'Nobody of this id ever was of the company' };
    if (!(await once(tx, consumer, envelope.id))) return { verdict: 'done' };
    await record(tx, {
      action: action.data,
      result,
      actor: { id: actorId },
      companyId,
      origin: { address, userAgent },
      detail,
      ...(Number.isNaN(at.getTime()) ? {} : { at }),
    });
    return { verdict: 'done' };
  });
}

/** Follows the deeds that other services tell of. */
export function consumeDeeds(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.auditEntry,
    group: consumer,
    handler: (event) => addDeed(db, event),
  });
}
