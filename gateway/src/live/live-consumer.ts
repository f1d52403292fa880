import { syncUpdateSchema, type ConnectionUpdate } from '@ridgeline/contracts';
import { topics, type MigrationUpdatedSchema } from '@ridgeline/events';
import type { EventHandler, Kafka, Subscription } from '@ridgeline/kafka';
import { z } from 'zod';
import { subscribeEveryProcess } from '../every-process.ts';
import type { LiveHub } from './live-hub.ts';

const migrationSchema = z.looseObject({ id: z.int().positive() });

function isMigration(json: string): boolean {
  try {
    return migrationSchema.safeParse(JSON.parse(json)).success;
  } catch {
    return false;
  }
}

/** Passes updates to the hub. Rejects a malformed one: readers fetch again, and polling repairs the rest. */
export function handleUpdates(hub: Pick<LiveHub, 'publish'>): EventHandler<typeof MigrationUpdatedSchema> {
  return ({ key, value }) => {
    const sequence = Number(value.sequence);
    if (!Number.isSafeInteger(sequence) || sequence < 1 || !isMigration(value.migrationJson))
      return Promise.resolve({ verdict: 'dead', kind: 'value', reason: 'It is no update of a migration' });
    hub.publish(key, sequence, value.migrationJson);
    return Promise.resolve({ verdict: 'done' });
  };
}

/** What the consumer of updates needs. */
interface LiveConsumerParts {
  readonly kafka: Kafka;
  readonly hub: LiveHub;
  /** Called with the seconds from an update's event until the update was written to all streams. */
  readonly onShown: (delay: number) => void;
  /** The consumer ended permanently: the process must not keep serving streams that stay silent. */
  readonly onFailure: (reason: unknown) => void;
}

/** Every process shows every update to its own readers. */
export function startLiveConsumer({
  kafka,
  hub,
  onShown,
  onFailure,
}: LiveConsumerParts): Promise<Subscription> {
  const show = handleUpdates(hub);
  return subscribeEveryProcess(kafka, {
    topic: topics.migrationUpdate,
    name: 'gateway-live',
    handler: async (event) => {
      const result = await show(event);
      const delayMs = Date.now() - Date.parse(event.envelope.time);
      if (result.verdict === 'done') onShown(Math.max(0, delayMs) / 1_000);
      return result;
    },
    onFailure,
  });
}

/** Tells a company's pages which of its connections to fetch again. */
function handleConnectionChanges(hub: Pick<LiveHub, 'tell'>): EventHandler<typeof topics.connection.schema> {
  return ({ value: { companyId, connectionId, deleted } }) => {
    const update: ConnectionUpdate = { id: connectionId, deleted };
    hub.tell(companyId, 'connection-update', update);
    return Promise.resolve({ verdict: 'done' });
  };
}

const syncUpdateJson = z.string().transform((json, context) => {
  try {
    return syncUpdateSchema.parse(JSON.parse(json));
  } catch {
    context.addIssue('It is no update of a sync');
    return z.NEVER;
  }
});

/** Sends the state of a connection's sync to the pages of its company. Rejects a malformed update. */
export function handleSyncUpdates(hub: Pick<LiveHub, 'tell'>): EventHandler<typeof topics.syncUpdate.schema> {
  return ({ value: { companyId, updateJson } }) => {
    const update = syncUpdateJson.safeParse(updateJson);
    if (!update.success)
      return Promise.resolve({ verdict: 'dead', kind: 'value', reason: 'It is no update of a sync' });
    hub.tell(companyId, 'sync-update', update.data);
    return Promise.resolve({ verdict: 'done' });
  };
}

/** Every process tells its own readers. */
export function startSyncConsumer({
  kafka,
  hub,
  onFailure,
}: Omit<LiveConsumerParts, 'onShown'>): Promise<Subscription> {
  return subscribeEveryProcess(kafka, {
    topic: topics.syncUpdate,
    name: 'gateway-syncs',
    handler: handleSyncUpdates(hub),
    onFailure,
  });
}

/** Every process tells its own readers. */
export function startConnectionConsumer({
  kafka,
  hub,
  onFailure,
}: Omit<LiveConsumerParts, 'onShown'>): Promise<Subscription> {
  return subscribeEveryProcess(kafka, {
    topic: topics.connection,
    name: 'gateway-connections',
    handler: handleConnectionChanges(hub),
    onFailure,
  });
}
