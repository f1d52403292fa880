import type { ChangedRecord as ReceivedRecord, RecordsChangedSchema } from '@ridgeline/events';
import type { EventHandler } from '@ridgeline/kafka';
import type { Database, Tx } from '@ridgeline/postgres';
import { makeDue, type ChangedRecord } from '../sync-state/due-list.postgres.ts';
import { countOld, noteAnnounced, noteEvents } from './event-store.postgres.ts';
import { reportFound } from '../sync-state/sweep-findings.postgres.ts';
import { askSweeps } from '../sync-state/sweep-plan.postgres.ts';
import { keepLate, restoreList } from '../sync-state/kept-list.postgres.ts';
import { findUnknown } from '../sync-state/unknown-records.postgres.ts';
import { notedKinds } from './round-service.ts';
import { lockSyncConnection, recountList, type SyncConnectionRow } from './sync-connection-store.postgres.ts';
import { keepConnection, keptConnection, type SyncedConnectionLookup } from './sync-connections.ts';

/** The Kafka group of the consumer. */
export const recordGroup = 'migration-orchestrator.source-records';

interface Pack {
  readonly connectionId: number;
  readonly companyId: string;
  readonly records: readonly AnnouncedRecord[];
  /** Something was received that names no record. */
  readonly searchNeeded: boolean;
}

/** A record that may have changed, with the source's creation date if an event announced it. */
interface AnnouncedRecord extends ChangedRecord {
  readonly createdAt: number | null;
}

/** The maximum difference between the source's clock and ours. */
const clockToleranceMs = 5_000;

/**
 * Adds packs of records that may have changed to the list. Packs may repeat and arrive in any order: a record is on the list
 * only once, and its newest state is copied whatever is known of it. An unknown connection is looked up; one of another
 * company than the event's is rejected.
 */
export function takeChangedRecords(parts: {
  readonly db: Database;
  readonly find: SyncedConnectionLookup;
  readonly onChange: (connectionId: number) => void;
  readonly countLeftOut: (records: number) => void;
}): EventHandler<typeof RecordsChangedSchema> {
  const { db, find, onChange, countLeftOut } = parts;
  return async ({ value: { connectionId, companyId, records, searchNeeded } }) => {
    const pack = { connectionId, companyId, records: changedRecords(records), searchNeeded };
    let taken = await db.forSystem((tx) => takePack(tx, pack));
    if (taken === 'unknown') {
      const connection = await find(connectionId, companyId);
      if (!connection) return { verdict: 'done' };
      // Revision 0, so that any event of the connection itself is newer.
      await db.forSystem((tx) => keepConnection(tx, keptConnection(connection, 0)));
      taken = await db.forSystem((tx) => takePack(tx, pack));
    }
    if (taken === 'foreign') return { verdict: 'dead', reason: "The connection is another company's" };
    if (typeof taken === 'object') {
      countLeftOut(taken.leftOut);
      onChange(connectionId);
    }
    return { verdict: 'done' };
  };
}

/** Each record of a pack once, in key order, with the first and the last time. */
function changedRecords(
  records: readonly Pick<ReceivedRecord, 'kind' | 'sourceId' | 'receivedAt' | 'createdAt' | 'changedAt'>[],
): AnnouncedRecord[] {
  const grouped = Map.groupBy(
    records.filter(({ sourceId }) => sourceId !== ''),
    ({ kind, sourceId }) => JSON.stringify([kind, sourceId]),
  );
  return [...grouped.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, same]) => {
      const times = same.map(({ receivedAt }) => timeOf(receivedAt));
      const [first] = same;
      if (!first) return [];
      const { kind, sourceId } = first;
      const changed = same.map(({ changedAt }) => Date.parse(changedAt));
      const created = same.map(({ createdAt }) => Date.parse(createdAt)).filter((at) => !Number.isNaN(at));
      return [
        {
          kind,
          sourceId,
          firstAt: new Date(Math.min(...times)),
          lastAt: new Date(Math.max(...times)),
          createdAt: created.length > 0 ? Math.max(...created) : null,
          changedAt: changed.some(Number.isNaN) ? null : new Date(Math.min(...changed)),
        },
      ];
    });
}

/** An unreadable time counts as now: the record is due in any case. */
function timeOf(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? Date.now() : time;
}

/** A processed pack, and how many of its records were left out because too many unknown ones are waiting. */
interface TakenPack {
  readonly leftOut: number;
}

async function takePack(
  tx: Tx,
  { connectionId, companyId, records, searchNeeded }: Pack,
): Promise<TakenPack | 'unknown' | 'foreign'> {
  const connection = await lockSyncConnection(tx, connectionId);
  if (!connection) return 'unknown';
  if (connection.company_id !== companyId) return 'foreign';
  const late = records.filter((record) => isLate(connection, record));
  if (late.length > 0) await takeLate(tx, connection, late);
  const wanted = records.filter(
    (record) => typeof connection.since[record.kind] === 'string' && !late.includes(record),
  );
  const isAnnounced = ({ kind, createdAt }: AnnouncedRecord): boolean =>
    createdAt !== null && createdAt >= Date.parse(connection.new_since[kind] ?? '') - clockToleranceMs;
  const { unknown, leftOut } = await findUnknown(tx, connection, wanted);
  const taken = wanted.flatMap((record, place) =>
    leftOut.has(place) ? [] : { ...record, unknown: unknown.has(place) },
  );
  await noteAnnounced(tx, connection, taken.filter(isAnnounced));
  const old = new Set(await countOld(tx, connection, taken));
  const due = taken.filter((_, index) => !old.has(index));
  await makeDue(tx, { connectionId, companyId }, due, 'event');
  await noteEvents(tx, connectionId, records);
  await reportFound(tx, connectionId, records);
  if (searchNeeded || leftOut.size > 0) await askSweeps(tx, connectionId);
  return { leftOut: leftOut.size };
}

/** Whether a record's event was received before its kind was switched off. */
function isLate({ formerly_on }: SyncConnectionRow, { kind, firstAt }: ChangedRecord): boolean {
  const formerly = formerly_on[kind];
  return formerly !== undefined && firstAt.getTime() <= Date.parse(formerly.until);
}

/** These records belong to the list that was kept when their kind was switched off; they are due if it is on again. */
async function takeLate(
  tx: Tx,
  connection: SyncConnectionRow,
  late: readonly ChangedRecord[],
): Promise<void> {
  const old = new Set(await countOld(tx, connection, late));
  await keepLate(
    tx,
    connection.connection_id,
    late.filter((_, index) => !old.has(index)),
  );
  await restoreList(tx, connection.connection_id);
  await recountList(tx, connection.connection_id, notedKinds);
}
