import type { CredentialStatus } from '@ridgeline/contracts';
import { CredentialVerdict, topics, type ReceivedEvent } from '@ridgeline/events';
import { withLogContext } from '@ridgeline/kit';
import { once, type Kafka, type Subscription } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { setCredentialStatuses } from '../connections/connection-store.postgres.ts';

const consumer = 'connection.validation-result';

/** The status that a verdict means; null where the vendor could not be asked, so that what was known stands. */
function statusOf(verdict: CredentialVerdict): CredentialStatus | null {
  if (verdict === CredentialVerdict.VALID) return 'valid';
  return verdict === CredentialVerdict.INVALID ? 'invalid' : null;
}

/** Sets a connection's statuses to what a check of its stored credentials found, once per event. */
export async function applyValidationResult(
  db: Database,
  { value, envelope }: ReceivedEvent<typeof topics.validationResult.schema>,
): Promise<void> {
  const { companyId, connectionId, acculynx, hubspot } = value;
  await db.forCompany(companyId, async (tx) => {
    if (!(await once(tx, consumer, envelope.id))) return;
    const statuses = { acculynx: statusOf(acculynx), hubspot: statusOf(hubspot) };
    await setCredentialStatuses(tx, { companyId, connectionId }, statuses);
  });
}

/** Follows the results that validation publishes. */
export function consumeValidationResults(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.validationResult,
    group: consumer,
    handler: async (event) => {
      const { companyId, connectionId } = event.value;
      await withLogContext({ companyId, connectionId }, () => applyValidationResult(db, event));
      return { verdict: 'done' };
    },
  });
}
