import type { CredentialStatus } from '@ridgeline/contracts';
import { CredentialVerdict, topics, type ReceivedEvent } from '@ridgeline/events';
import { withLogContext } from '@ridgeline/kit';
import { once, type Kafka, type Subscription, type HandlerResult } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { findConnection, setCredentialStatuses } from '../connections/connection-store.postgres.ts';

const consumer = 'connection.validation-result';

/** The status that a verdict means; null where the vendor could not be asked, so that what was known stands. */
function statusOf(verdict: CredentialVerdict): CredentialStatus | null {
  if (verdict === CredentialVerdict.VALID) return 'valid';
  return verdict === CredentialVerdict.INVALID ? 'invalid' : null;
}

/**
 * Sets a connection's statuses to what a check of its stored credentials found, once per event. Connections are never
 * deleted, so a result for one that the company does not have was made by nobody of ours.
 */
export async function applyValidationResult(
  db: Database,
  { value, envelope }: ReceivedEvent<typeof topics.validationResult.schema>,
): Promise<HandlerResult> {
  const { companyId, connectionId, acculynx, hubspot } = value;
  return db.forCompany(companyId, async (tx): Promise<HandlerResult> => {
    if (!(await findConnection(tx, companyId, connectionId)))
      return { verdict: 'dead', kind: 'unknown', reason: 'The company has no such connection' };
    if (!(await once(tx, consumer, envelope.id))) return { verdict: 'done' };
    const statuses = { acculynx: statusOf(acculynx), hubspot: statusOf(hubspot) };
    await setCredentialStatuses(tx, { companyId, connectionId }, statuses);
    return { verdict: 'done' };
  });
}

/** Follows the results that validation publishes. */
export function consumeValidationResults(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.validationResult,
    group: consumer,
    handler: (event) => {
      const { companyId, connectionId } = event.value;
      return withLogContext({ companyId, connectionId }, () => applyValidationResult(db, event));
    },
  });
}
