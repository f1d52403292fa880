import type { Logger } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database, Tx } from '@ridgeline/postgres';
import { inboxJobs } from './metric-definitions.ts';

/** SQL for a service's migration: the inbox in the service's own schema. */
export const inboxTables = `
create table inbox (
  consumer text not null,
  event_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index inbox_received_at on inbox (received_at)`;

/**
 * Records, in the transaction of the effect, that `consumer` handles this event. True for the first time: continue.
 * False when it was handled before: do nothing, and return `done`. If the transaction rolls back, the event counts as new.
 */
export async function once(tx: Tx, consumer: string, eventId: string): Promise<boolean> {
  const rows = await tx.query(
    'insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing returning 1',
    [consumer, eventId],
  );
  return rows.length > 0;
}

/** How long an event is remembered: as long as Kafka keeps it (7 days by default), so no redelivery is older. */
const keepDays = 7;
const pruneEveryMs = 3_600_000;

/** Forgets old events now and every hour until disposed. */
export function startInboxPruning({
  db,
  metrics,
  logger,
}: {
  readonly db: Database;
  readonly metrics?: Registry;
  readonly logger: Logger;
}): Disposable {
  const round = measureJob(metrics, inboxJobs.pruning);
  const prune = async (): Promise<void> => {
    try {
      await round(() =>
        db.forSystem((tx) =>
          tx.query('delete from inbox where received_at < now() - make_interval(days => $1)', [keepDays]),
        ),
      );
    } catch (error) {
      logger.warn({ err: error }, 'The inbox could not be pruned; it is tried again in an hour');
    }
  };
  void prune();
  const timer = setInterval(() => void prune(), pruneEveryMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
