import { objectTypes } from '@ridgeline/contracts';
import { roundSize, type ReadAhead } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { gatherMs } from '../sync-state/due-list.postgres.ts';

/** The connection and kind whose turn it is, or will be. */
export interface Turn {
  readonly connection_id: number;
  readonly kind: string;
  /** The existing records of the kind must be stored first: the round contains no records. */
  readonly notes: boolean;
  /** Milliseconds until the turn; 0 or less: now. */
  readonly in_ms: number;
  /** The round takes only these records, which were read ahead; null: whatever is due. */
  readonly read_ahead: readonly string[] | null;
}

/** The worker's other rounds when it asks for one. */
export interface RoundsBeside {
  readonly inHand: readonly number[];
  readonly readAhead: readonly ReadAhead[];
}

/**
 * The connection and kind of the next round: those whose records have been due for the gather time or suffice for a whole
 * round; otherwise those that will be due first. Connections take turns, and so do the kinds of each. A round blocks the next
 * one of its kind as long as it has records in hand, or stores existing ones; what follows the records of one earlier round
 * may be written concurrently. In a backlog, when a whole round is due, two rounds may have records in hand, and what follows
 * those of two more may be written concurrently. A round of records that were read ahead may be one of four with records in
 * hand: the others wait for the list that contains theirs.
 */
export function findTurn(
  tx: Tx,
  syncId: number,
  { noting, inHand, readAhead }: RoundsBeside & { readonly noting: readonly string[] },
): Promise<Turn | undefined> {
  return tx.maybeOne<Turn>(
    `with candidates as (
       select c.connection_id, k.kind, c.last_round_at, c.not_before, coalesce(c.last_kind = k.kind, false) as had_turn,
         k.kind = any ($2::text[]) and c.existing_noted -> k.kind is null as notes,
         (select due_at from sync_records r
          where r.connection_id = c.connection_id and r.kind = k.kind and r.due_at is not null
          order by r.due_at limit 1) as first_due,
         (select due_at from sync_records r
          where r.connection_id = c.connection_id and r.kind = k.kind and r.due_at is not null
          order by r.due_at offset ${roundSize - 1} limit 1) as last_of_whole,
         ahead.read_ahead, beside.*
       from sync_connections c cross join lateral jsonb_object_keys(c.since) as k(kind)
       left join lateral (
         select a.ids as read_ahead from jsonb_to_recordset($4::jsonb) as a(connection_id bigint, kind text, ids text[])
         where a.connection_id = c.connection_id and a.kind = k.kind limit 1) ahead on true
       cross join lateral (
         select count(*) as all_beside, count(*) filter (where r.connection_id = c.connection_id) as own,
           count(*) filter (where exists (select from sync_records h where h.round = r.round)) as with_records
         from sync_rounds r where r.sync_id = $1 and r.finished_at is null and r.kind = k.kind
           and (r.connection_id = c.connection_id or r.round = any ($3::integer[]))) beside
       where c.sync_id = $1 and c.since ->> k.kind is not null
     ), allowed as (
       select * from candidates where case
         when notes then all_beside = 0
         when read_ahead is not null then with_records < 4 and own < 6
         when last_of_whole <= clock_timestamp() + ${gatherMs} * interval '1 millisecond' then with_records < 2 and own < 4
         else first_due is not null and with_records = 0 and own < 2 end
     ), ready as (
       select *, greatest(not_before, case when notes or read_ahead is not null then clock_timestamp()
           else least(first_due, last_of_whole - ${gatherMs} * interval '1 millisecond') end) as at
       from allowed
     ), timed as (
       select *, (extract(epoch from at - clock_timestamp()) * 1000)::float8 as in_ms from ready
     )
     select connection_id, kind, notes, in_ms, read_ahead from timed
     order by greatest(in_ms, 0), last_round_at nulls first, notes desc, had_turn, first_due limit 1`,
    [syncId, noting, inHand, JSON.stringify(readAhead.map(ofKind))],
  );
}

const ofKind = ({ connectionId, migrationType, sourceIds }: ReadAhead) => ({
  connection_id: connectionId,
  kind: objectTypes[migrationType].name,
  ids: sourceIds,
});
