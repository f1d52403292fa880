import { ConnectionPart, topics, type ReceivedEvent } from '@ridgeline/events';
import { once, type HandlerResult, type Kafka, type Subscription } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { collect, lockCompany, type StoppedPart } from './digest-store.postgres.ts';

const consumer = 'auth.connection-alert';

const longest = { name: 100, reason: 500 } as const;

const parts: ReadonlyMap<ConnectionPart, StoppedPart['part']> = new Map([
  [ConnectionPart.ACCULYNX, 'acculynx'],
  [ConnectionPart.HUBSPOT, 'hubspot'],
  [ConnectionPart.WEBHOOK, 'webhook'],
]);

/** Adds the stopped part to the next email to the company, once per event. */
export async function collectAlert(
  db: Database,
  { value, envelope }: ReceivedEvent<typeof topics.connectionAlert.schema>,
): Promise<HandlerResult> {
  const part = parts.get(value.part);
  if (part === undefined) return { verdict: 'dead', kind: 'value', reason: 'No part of a connection' };
  const { companyId, connectionId, syncsContacts, syncsJobs, hasOpenMigrations, failedMigration } = value;
  return db.forSystem(async (tx): Promise<HandlerResult> => {
    if (!(await lockCompany(tx, companyId)))
      return { verdict: 'dead', kind: 'unknown', reason: 'There is no such company' };
    if (!(await once(tx, consumer, envelope.id))) return { verdict: 'done' };
    await collect(tx, companyId, {
      connectionId,
      connectionName: value.connectionName.slice(0, longest.name),
      part,
      reason: value.reason.slice(0, longest.reason),
      syncsContacts,
      syncsJobs,
      hasOpenMigrations,
      failedMigration,
      at: new Date(envelope.time),
    });
    return { verdict: 'done' };
  });
}

/** Consumes alerts from the connection service: a connection has stopped working. */
export function consumeConnectionAlerts(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.connectionAlert,
    group: consumer,
    handler: (event) => collectAlert(db, event),
  });
}
