import { eventEnvelope, outgoingEvent, topics, type OutgoingEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { pause, WakeSignal, repeatUntilDisposed, type Logger } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database, Tx } from '@ridgeline/postgres';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import { connectionJobs } from '../metric-definitions.ts';
import {
  deleteOldDeliveries,
  setLastEvents,
  takeSearchMarks,
  takeUnreported,
  type LastEvent,
  type UnreportedRecord,
} from './delivery-store.postgres.ts';
import { creationTopics } from './delivery.ts';

/** Maximum distinct records in one event. */
const packSize = 500;
/** Maximum deliveries per transaction. */
const takeSize = 5_000;

interface Pack extends ConnectionKey {
  readonly records: UnreportedRecord[];
  searchNeeded: boolean;
}

function packEvents({ companyId, connectionId, records, searchNeeded }: Pack): OutgoingEvent[] {
  const chunks = Array.from({ length: Math.max(1, Math.ceil(records.length / packSize)) }, (_, at) =>
    records.slice(at * packSize, (at + 1) * packSize),
  );
  return chunks.map((chunk, at) =>
    outgoingEvent(topics.sourceRecord, {
      key: String(connectionId),
      value: {
        connectionId,
        companyId,
        records: chunk.map(({ kind, recordId, receivedAt, createdAt, changedAt }) => ({
          kind,
          sourceId: recordId,
          receivedAt: receivedAt.toISOString(),
          createdAt: createdAt?.toISOString() ?? '',
          changedAt: changedAt?.toISOString() ?? '',
        })),
        searchNeeded: searchNeeded && at === 0,
      },
      envelope: eventEnvelope(companyId),
    }),
  );
}

/** Moves deliveries that were not passed on to the outbox, in packs per connection. */
async function packSome(tx: Tx): Promise<{ readonly taken: number; readonly packs: readonly Pack[] }> {
  const { taken, records } = await takeUnreported(tx, takeSize, creationTopics);
  const marked = await takeSearchMarks(tx);
  const packs = new Map<number, Pack>();
  const packOf = ({ companyId, connectionId }: ConnectionKey): Pack => {
    const pack = packs.get(connectionId) ?? { companyId, connectionId, records: [], searchNeeded: false };
    packs.set(connectionId, pack);
    return pack;
  };
  for (const record of records) packOf(record).records.push(record);
  for (const key of marked) packOf(key).searchNeeded = true;
  await addToOutbox(tx, ...[...packs.values()].flatMap(packEvents));
  return { taken, packs: [...packs.values()] };
}

const latest = (times: readonly Date[]): Date | null =>
  times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));

function lastEventOf({ connectionId, records }: Pack): LastEvent[] {
  const at = latest(records.map(({ receivedAt }) => receivedAt));
  if (at === null) return [];
  const provedAt = latest(records.flatMap((record) => record.provedAt ?? []));
  return [{ connectionId, at, subscriptionId: records[0]?.subscriptionId ?? null, provedAt }];
}

/** Passes on all received deliveries, in short transactions that several processes may run concurrently. */
export async function packDeliveries(db: Database): Promise<void> {
  for (let isMore = true; isMore;) {
    const { taken, packs } = await db.forSystem(packSome);
    const lastEvents = packs.flatMap(lastEventOf);
    // In a separate transaction, because it waits for saves, which must not wait for it.
    if (lastEvents.length > 0) await db.forSystem((tx) => setLastEvents(tx, lastEvents));
    isMore = taken === takeSize;
  }
}

/** Dependencies of the background job. */
export interface PackParts {
  readonly db: Database;
  readonly logger: Logger;
  readonly metrics?: Registry;
}

/** Deliveries that arrive within this time go into one pack. */
const gatherMs = 200;
/** Polls without a signal too, for deliveries that a crashed process left. */
const pollMs = 5_000;

/** Passes on received deliveries until disposed; `wake` signals that there are some. */
export function startPacking({ db, logger, metrics }: PackParts): AsyncDisposable & { wake(): void } {
  const round = measureJob(metrics, connectionJobs.deliveryPacks);
  const received = new WakeSignal();
  const packing = repeatUntilDisposed(async (signal) => {
    await received.wait(pollMs);
    await pause(gatherMs, signal).catch(() => undefined);
    await round(() => packDeliveries(db)).catch((error: unknown) => {
      logger.warn({ err: error }, 'Failed to pass on deliveries; retrying');
      return pause(pollMs, signal).catch(() => undefined);
    });
    return 0;
  });
  return {
    wake: () => received.wake(),
    async [Symbol.asyncDispose]() {
      received.wake();
      await packing[Symbol.asyncDispose]();
    },
  };
}

/** Longer than AccuLynx retries a delivery. */
const keptDays = 7;
const pruneSize = 2_000;
const pruneEveryMs = 600_000;

/** Deletes all expired deliveries, a few at a time. Ends early when aborted. */
export async function pruneDeliveries(db: Database, signal: AbortSignal): Promise<void> {
  for (let deleted = pruneSize; deleted === pruneSize && !signal.aborted;)
    deleted = await db.forSystem((tx) => deleteOldDeliveries(tx, { days: keptDays, limit: pruneSize }));
}

/** Deletes old deliveries until disposed; several processes share the work. */
export function startPruningDeliveries({ db, logger, metrics }: PackParts): AsyncDisposable {
  const round = measureJob(metrics, connectionJobs.deliveryRetention);
  return repeatUntilDisposed(async (signal) => {
    await round(() => pruneDeliveries(db, signal)).catch((error: unknown) => {
      logger.warn({ err: error }, 'Failed to delete old deliveries; retrying');
    });
    return pruneEveryMs;
  });
}
