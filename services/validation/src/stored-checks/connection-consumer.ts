import { topics, type ReceivedEvent } from '@ridgeline/events';
import type { HandlerResult, Kafka, Subscription } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { forgetConnection } from './check-connection.ts';
import { firstCheckAt } from './check-schedule.ts';
import { scheduleConnection } from './schedule-store.postgres.ts';

type ConnectionChange = ReceivedEvent<typeof topics.connection.schema>['value'];

/**
 * Keeps the list of connections to check. Safe to repeat, in any order: an old event of a connection that is gone puts it
 * back on the list only until its check finds that it is gone.
 */
export async function followConnection(
  db: Database,
  { connectionId, companyId, revision, deleted }: ConnectionChange,
  now: Date,
): Promise<HandlerResult> {
  if (deleted) await forgetConnection(db, connectionId);
  // An administrator may have moved it from another company.
  else
    await db.forSystem((tx) =>
      scheduleConnection(tx, { connectionId, companyId, revision }, firstCheckAt(now)),
    );
  return { verdict: 'done' };
}

/** Follows the connections that there are. */
export function consumeConnections(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.connection,
    group: 'validation.connection',
    handler: ({ value }) => followConnection(db, value, new Date()),
  });
}
