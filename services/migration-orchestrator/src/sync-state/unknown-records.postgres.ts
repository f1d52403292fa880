import type { Tx } from '@ridgeline/postgres';
import type { ChangedRecord } from './due-list.postgres.ts';

/**
 * Events name records, but only reading them shows whether they exist, and an event may be forged. Therefore a record that is
 * neither linked nor known to be new is *unknown*, and only a limited number of unknown records may wait (ADR 74, 2). If a
 * record that was left out exists, a sweep finds it.
 */

/** The maximum number of waiting unknown records per connection. */
export const maxUnknown = 50_000;

/** The connection of a list, with the number of its waiting records, not counting dead letters. */
interface FilledConnection {
  readonly connection_id: number;
  readonly company_id: string;
  readonly portal_id: string | null;
  readonly waiting_count: number;
}

/** The unknown records of a pack, and those of them beyond the limit, by their index in the pack. */
export interface UnknownRecords {
  readonly unknown: ReadonlySet<number>;
  readonly leftOut: ReadonlySet<number>;
}

/** Finds both, and records that something was left out. The caller holds the connection's row. */
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

/** Looked up individually, by full keys. */
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

/** How many more unknown records may wait. Nothing is counted as long as the whole list is shorter than the limit. */
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
