import { CredentialVerdict, topics, type ReceivedEvent } from '@ridgeline/events';
import { withLogContext } from '@ridgeline/kit';
import { once, type Kafka, type Subscription, type HandlerResult } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { forConnectionOf } from '../connections/connection-store.postgres.ts';
import { setCredentialStatuses, type CredentialFinding } from '../connections/status-store.postgres.ts';

const consumer = 'connection.validation-result';

/** Reasons are a sentence or two. */
const maxReasonLength = 500;

/** The finding for a verdict; null if the vendor could not be asked, so that the known status stays. */
function findingOf(verdict: CredentialVerdict, reason: string): CredentialFinding | null {
  if (verdict === CredentialVerdict.VALID) return { status: 'valid', reason: null };
  if (verdict !== CredentialVerdict.INVALID) return null;
  return { status: 'invalid', reason: reason === '' ? null : reason.slice(0, maxReasonLength) };
}

/**
 * Sets a connection's statuses to what a check of its stored credentials found, once per event.
 */
export async function applyValidationResult(
  db: Database,
  { value, envelope }: ReceivedEvent<typeof topics.validationResult.schema>,
): Promise<HandlerResult> {
  const { companyId, connectionId } = value;
  const findings = {
    acculynx: findingOf(value.acculynx, value.acculynxReason),
    hubspot: findingOf(value.hubspot, value.hubspotReason),
    // A time in the future would block all results until then.
    checkedAt: new Date(Math.min(Date.parse(envelope.time), Date.now())),
  };
  return forConnectionOf(db, value, async (tx) => {
    if (await once(tx, consumer, envelope.id))
      await setCredentialStatuses(tx, { companyId, connectionId }, findings);
  });
}

/** Consumes the results that validation publishes. */
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
