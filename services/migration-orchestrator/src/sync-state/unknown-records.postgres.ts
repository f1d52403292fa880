import type { Tx } from '@ridgeline/postgres';
import type { ChangedRecord } from './due-list.postgres.ts';

/*
 * Events name records; whether these exist is seen when they are read. An event may be forged: so what is neither linked nor
 * known to be new is *unknown*, and no more of it waits than a bound (ADR 74, 2). What is left out is found by a sweep if it
 * exists.
 */

/** So many unknown records of a connection wait at most. */
export const maxUnknown = 50_000;

/** The connection of a list, with how many of its records wait, dead letters aside. */
interface FilledConnection {
  readonly connection_id: number;
  readonly company_id: string;
  readonly portal_id: string | null;
  readonly waiting_count: number;
}

/** What of a pack is unknown, and what of that there is no room for: places in the pack. */
export interface UnknownRecords {
  readonly unknown: ReadonlySet<number>;
  readonly leftOut: ReadonlySet<number>;
}

/** Finds both, and notes that something was left out. The caller holds the connection's row. */
export async function findUnknown(
  tx: Tx,
  connection: FilledConnection,
  records: readonly ChangedRecord[],
): Promise<UnknownRecords> {
  const found = await unknownPlaces(tx, connection, records);
  const unlisted = found.filter(({ listed }) => !listed);
  const room = await roomFor(tx, connection, unlisted.length);
  const leftOut = new Set(unlisted.slice(room).map(({ place }) => place));
  if (leftOut.size > 0)
    await tx.query(
      `update sync_connections set unknown_left_out_at = clock_timestamp() where connection_id = $1`,
      [connection.connection_id],
    );
  return { unknown: new Set(found.map(({ place }) => place)), leftOut };
}

/** Looked up by whole keys, one by one. */
function unknownPlaces(
  tx: Tx,
  { connection_id, company_id, portal_id }: FilledConnection,
  records: readonly ChangedRecord[],
): Promise<{ readonly place: number; readonly listed: boolean }[]> {
  return tx.query<{ place: number; listed: boolean }>(
    `select e.position::integer - 1 as place,
       (select true from sync_records
        where connection_id = $1 and kind = e.kind and source_id = e.source_id) is true as listed
     from unnest($4::text[], $5::text[]) with ordinality as e(kind, source_id, position)
     where (select l.hubspot_id from links l
         where l.company_id = $2 and l.portal_id = $3 and l.object_type = e.kind and l.source_id = e.source_id) is null
       and (select not n.announced from sync_new_records n
         where n.connection_id = $1 and n.kind = e.kind and n.source_id = e.source_id) is not true
     order by e.position`,
    [
      connection_id,
      company_id,
      portal_id,
      records.map(({ kind }) => kind),
      records.map(({ sourceId }) => sourceId),
    ],
  );
}

/** How many more may wait. As long as the whole list is shorter than the bound, nothing is counted. */
async function roomFor(
  tx: Tx,
  { connection_id, waiting_count }: FilledConnection,
  wanted: number,
): Promise<number> {
  if (waiting_count + wanted <= maxUnknown) return wanted;
  const { waiting } = await tx.one<{ waiting: number }>(
    `select count(*)::integer as waiting from (
       select from sync_records where connection_id = $1 and unknown limit ${maxUnknown}) u`,
    [connection_id],
  );
  return maxUnknown - waiting;
}
