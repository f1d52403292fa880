import { topics, Vendor, type ReceivedEvent } from '@ridgeline/events';
import { withLogContext } from '@ridgeline/kit';
import type { HandlerResult, Kafka, Subscription } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { forConnectionOf } from '../connections/connection-store.postgres.ts';
import { noteRunRefusal, type StopNote } from './alert-store.postgres.ts';

const partOf = (vendor: Vendor): StopNote['part'] | null => {
  if (vendor === Vendor.ACCULYNX) return 'acculynx';
  return vendor === Vendor.HUBSPOT ? 'hubspot' : null;
};

/**
 * Records that a vendor refused a run's credential. The run fails immediately, so that it is neither running nor waiting when
 * the alert is processed. Safe to repeat.
 */
export async function rememberRunRefusal(
  db: Database,
  { value, envelope }: ReceivedEvent<typeof topics.connectionRefusal.schema>,
): Promise<HandlerResult> {
  const { companyId, connectionId } = value;
  const part = partOf(value.vendor);
  if (part === null) return { verdict: 'dead', kind: 'value', reason: 'The refusal names no known vendor' };
  return forConnectionOf(db, value, (tx) =>
    noteRunRefusal(tx, { companyId, connectionId, part }, new Date(envelope.time)),
  );
}

/** Consumes workers' reports that a vendor refused a connection's credential. */
export function consumeRunRefusals(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.connectionRefusal,
    group: 'connection.connection-refusal',
    handler: (event) => {
      const { companyId, connectionId } = event.value;
      return withLogContext({ companyId, connectionId }, () => rememberRunRefusal(db, event));
    },
  });
}
