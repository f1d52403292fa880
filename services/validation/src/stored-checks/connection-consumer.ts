import { topics, type ReceivedEvent } from '@ridgeline/events';
import type { HandlerResult, Kafka, Subscription } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { forgetConnection } from './check-connection.ts';
import { firstCheckAt } from './check-schedule.ts';
import { scheduleConnection } from './schedule-store.postgres.ts';

type ConnectionChange = ReceivedEvent<typeof topics.connection.schema>['value'];

/**
 * Maintains the list of connections to check. Safe to repeat, in any order: an old event puts a deleted connection back on
 * the list only until its next check.
 */
export async function followConnection(
  db: Database,
  { connectionId, companyId, revision, deleted }: ConnectionChange,
  now: Date,
): Promise<HandlerResult> {
  if (deleted) await forgetConnection(db, connectionId);
  // An administrator may have moved it here from another company.
  else
    await db.forSystem((tx) =>
      scheduleConnection(tx, { connectionId, companyId, revision }, firstCheckAt(now)),
    );
  return { verdict: 'done' };
}

/** Consumes changes of connections. */
export function consumeConnections(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.connection,
    group: 'validation.connection',
    handler: ({ value }) => followConnection(db, value, new Date()),
  });
}
