import type { StackDescription } from '@ridgeline/devstack';
import { topics } from '@ridgeline/events';
import { openKafka } from '@ridgeline/kafka';
import { createLogger, poll, retryEvery } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { openDatabase, urlOf, type Database } from '@ridgeline/postgres';
import type { Hook } from './event-stream.ts';

/** Finds out what the product did with the events that it accepted. */
export interface StoredEvents {
  /** How many of the accepted ids of a hook are not stored. */
  countMissing(hook: Hook, ...accepted: readonly (readonly string[] | undefined)[]): Promise<number>;
  /** How many requests the product counted as accepted beyond a bound, without storing their event. */
  countBeyondBounds(): Promise<number>;
  /** Waits for a pack that requests a search of the hook's connection, which follows from a stored mark. */
  untilSearched(hook: Hook): Promise<void>;
}

/** Watches from now on. */
export async function watchStoredEvents(
  resources: AsyncDisposableStack,
  { servers, services }: StackDescription,
): Promise<StoredEvents> {
  const url = urlOf(servers.postgres, { database: 'ridgeline' });
  const db = resources.use(openDatabase({ url, applicationName: 'hooks', max: 1 }));
  const searched = await watchSearches(resources, servers.kafka);
  return {
    countMissing: async ({ connectionId }, ...accepted) => {
      const stored = await storedIds(db, connectionId);
      return accepted.flatMap((ids) => ids ?? []).filter((id) => !stored.has(id)).length;
    },
    countBeyondBounds: () => countOverRate(services['connection']?.metrics ?? ''),
    untilSearched: async ({ connectionId }) => {
      const look = (): Promise<true | undefined> =>
        Promise.resolve(searched.has(connectionId) ? true : undefined);
      await poll(retryEvery(100), look, {
        withinMs: 10_000,
        what: `connection ${connectionId} to be searched`,
      });
    },
  };
}

async function storedIds(db: Database, connectionId: number): Promise<ReadonlySet<string>> {
  const rows = await db.forSystem((tx) =>
    tx.query<{ id: string }>(
      `select event_id as id from connection.webhook_deliveries where connection_id = $1`,
      [connectionId],
    ),
  );
  return new Set(rows.map(({ id }) => id));
}

async function countOverRate(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const series = /^ridgeline_webhook_deliveries_total\{[^}]*result="over_rate"[^}]*\} (\d+)/m;
  return Number(series.exec(text)?.[1] ?? 0);
}

async function watchSearches(resources: AsyncDisposableStack, brokers: string): Promise<ReadonlySet<number>> {
  const logger = createLogger({ service: 'hooks', level: 'silent' });
  const metrics = new Registry();
  const kafka = resources.use(openKafka({ brokers: brokers.split(','), clientId: 'hooks', logger, metrics }));
  const searched = new Set<number>();
  const subscription = await kafka.subscribe({
    topic: topics.sourceRecord,
    group: 'hooks-bench',
    handler: ({ value: { connectionId, searchNeeded } }) => {
      if (searchNeeded) searched.add(connectionId);
      return Promise.resolve({ verdict: 'done' });
    },
  });
  resources.use(subscription);
  return searched;
}
