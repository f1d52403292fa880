import { topics } from '@ridgeline/events';
import { openKafka } from '@ridgeline/kafka';
import { createLogger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { Registry } from '@ridgeline/kit/metrics';

/** How many of the events that were accepted for a connection are not in the store. */
export async function countUnstored(
  db: Database,
  connectionId: number,
  accepted: readonly string[],
): Promise<number> {
  const rows = await db.forSystem((tx) =>
    tx.query<{ id: string }>(
      `select event_id as id from connection.webhook_deliveries where connection_id = $1`,
      [connectionId],
    ),
  );
  const stored = new Set(rows.map(({ id }) => id));
  return new Set(accepted.filter((id) => !stored.has(id))).size;
}

/** Requests of all connections that the service at this address of metrics counts as accepted without their event. */
export async function countOverRate(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const [, count = '0'] =
    /^ridgeline_webhook_deliveries_total\{[^}]*result="over_rate"[^}]*\} (\d+)/m.exec(text) ?? [];
  return Number(count);
}

/** Counts, from now on, the packs that ask for a search of a connection: what follows from a stored mark. */
export async function watchSearches(
  resources: AsyncDisposableStack,
  brokers: string,
): Promise<{ of(connectionId: number): number }> {
  const logger = createLogger({ service: 'hooks', level: 'silent' });
  const metrics = new Registry();
  const kafka = resources.use(openKafka({ brokers: brokers.split(','), clientId: 'hooks', logger, metrics }));
  const searches = new Map<number, number>();
  const subscription = await kafka.subscribe({
    topic: topics.sourceRecord,
    group: 'hooks-bench',
    handler: ({ value: { connectionId, searchNeeded } }) => {
      if (searchNeeded) searches.set(connectionId, (searches.get(connectionId) ?? 0) + 1);
      return Promise.resolve({ verdict: 'done' });
    },
  });
  resources.use(subscription);
  return { of: (connectionId) => searches.get(connectionId) ?? 0 };
}
