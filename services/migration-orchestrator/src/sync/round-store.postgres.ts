import { maxReadAhead, roundSize, type BatchPlan, type DueRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { readRecords, type StoredRecord } from '../plans/plan-revision.ts';
import { gatherMs } from '../sync-state/due-list.postgres.ts';
import { newSince } from '../sync-state/resumed-switch.postgres.ts';
import type { Turn } from './round-turn.postgres.ts';

/** Unknown records come last; this many places of a round are reserved for them, even when enough others are due. */
const placesOfUnknown = 10;

/** A round's data for its worker. */
export interface RoundRow {
  readonly round: number;
  readonly connection_id: number;
  readonly company_id: string;
  readonly kind: string;
  readonly since: Date;
  readonly options: Readonly<Record<string, unknown>>;
  readonly taken_at: Date;
  readonly existing_noted: boolean;
  readonly created_known_until: string | null;
  readonly also_waiting: number;
}

/** No more are counted: from here on, reading a list takes fewer calls than reading single records. */
const maxWaiting = 150;

const roundColumns = `r.round, r.connection_id, r.company_id, r.kind, r.since, r.options, r.taken_at,
  coalesce((c.existing_noted ->> r.kind)::boolean, false) as existing_noted,
  case when r.since = ${newSince('c', 'r.kind')} then c.created_known_until ->> r.kind end as created_known_until,
  (select count(*)::integer from (
     select from sync_records w
     where w.connection_id = r.connection_id and w.kind = r.kind and w.due_at is not null
     order by w.due_at limit ${maxWaiting}) more
  ) as also_waiting`;

/** The first round of a sync that a worker left, unless its connection waits. `inHand` are those that the worker has. */
export function findLeftRound(
  tx: Tx,
  syncId: number,
  inHand: readonly number[],
): Promise<RoundRow | undefined> {
  return tx.maybeOne<RoundRow>(
    `select ${roundColumns} from sync_rounds r join sync_connections c on c.connection_id = r.connection_id
     where r.sync_id = $1 and r.finished_at is null and r.round <> all ($2::integer[])
       and coalesce(c.not_before <= clock_timestamp(), true)
     order by r.round limit 1`,
    [syncId, inHand],
  );
}

/** The rounds among these that are still open. */
export async function stillOpen(tx: Tx, syncId: number, rounds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ round: number }>(
    `select round from sync_rounds where sync_id = $1 and finished_at is null and round = any ($2::integer[])`,
    [syncId, rounds],
  );
  return rows.map(({ round }) => round);
}

/**
 * Makes the rest of the transaction read due records through the index that orders them, and no more than a round needs. With
 * or without statistics, Postgres expects so few of them that sorting all seems as cheap.
 */
export async function readDueInOrder(tx: Tx): Promise<void> {
  await tx.query(`set local enable_sort = off`);
}

/** Whether round `$3` may take a record of connection `$1` and kind `$2`. */
const mayBeTaken = `due_at <= clock_timestamp() + ${gatherMs} * interval '1 millisecond'
  and coalesce(since, (select ${newSince('c', '$2')} from sync_connections c where c.connection_id = $1))
    = (select since from sync_rounds where round = $3)`;

/** The `ctid`s of the records in `$4`, looked up individually: reading in due order would read all. */
const dueOfThese = `
  select r.ctid from unnest($4::text[]) as a(id) cross join lateral (
    select ctid, due_at, since from sync_records
    where connection_id = $1 and kind = $2 and source_id = a.id offset 0) r
  where ${mayBeTaken}`;

/** The `ctid`s of the first due records. */
const firstDue = `
  select due.place from unnest(array[false, true]) as w(unknown) cross join lateral (
    select ctid as place, row_number() over (order by due_at) as number from sync_records
    where connection_id = $1 and kind = $2 and due_at is not null and unknown = w.unknown and ${mayBeTaken}
    order by due_at limit ${roundSize}) due
  order by not w.unknown and due.number > ${roundSize - placesOfUnknown}, w.unknown, due.number
  limit ${roundSize}`;

/**
 * Opens a round for a connection whose row the caller holds, and takes its due records in hand. Records kept while auto-sync
 * was off have their own time since which they count as new, and a round has only one such time. Unknown records come after
 * the others, however many are waiting.
 */
export async function openRound(
  tx: Tx,
  syncId: number,
  { connection_id, kind, notes, read_ahead }: Pick<Turn, 'connection_id' | 'kind' | 'notes' | 'read_ahead'>,
): Promise<RoundRow> {
  const { round } = await tx.one<{ round: number }>(
    `insert into sync_rounds (sync_id, connection_id, company_id, portal_id, kind, since, options, known_at)
     select $1, connection_id, company_id, portal_id, $3, coalesce(first.since, ${newSince('c', '$3')}), options -> $3,
       clock_timestamp()
     from sync_connections c left join lateral (
       select since from sync_records r
       where r.connection_id = $2 and r.kind = $3 and r.due_at is not null order by r.unknown, r.due_at limit 1) first on not $4
     where connection_id = $2 returning round`,
    [syncId, connection_id, kind, notes],
  );
  if (!notes)
    await tx.query(
      `with taken as (
         -- By their places: the caller holds the connection's row, so that none of them moves.
         update sync_records r set round = $3, taken_seq = r.seq, due_at = null
         where r.ctid = any (array(${read_ahead ? dueOfThese : firstDue})) returning r.known_at
       )
       update sync_rounds set known_at = least(known_at, (select min(known_at) from taken)) where round = $3`,
      [connection_id, kind, round, ...(read_ahead ? [read_ahead] : [])],
    );
  await tx.query(
    `update sync_connections set last_round_at = clock_timestamp(), last_kind = $2, next_due_at = clock_timestamp()
     where connection_id = $1`,
    [connection_id, kind],
  );
  return tx.one<RoundRow>(
    `select ${roundColumns} from sync_rounds r join sync_connections c on c.connection_id = r.connection_id
     where r.round = $1`,
    [round],
  );
}

/** Due, linked records of a round's connection and kind that are in no round. For unlinked ones, a search decides. */
export async function waitingRecords(tx: Tx, round: number): Promise<string[]> {
  const rows = await tx.query<{ source_id: string }>(
    `select r.source_id from sync_rounds s cross join lateral (
       select source_id from sync_records
       where connection_id = s.connection_id and kind = s.kind and due_at is not null and not unknown
       limit ${maxReadAhead}) r
     where s.round = $1 and (select l.hubspot_id from links l
       where l.company_id = s.company_id and l.portal_id = s.portal_id and l.object_type = s.kind
         and l.source_id = r.source_id) is not null`,
    [round],
  );
  return rows.map(({ source_id }) => source_id);
}

/** The records of a round without an outcome so far. */
export function recordsInHand(tx: Tx, round: number): Promise<DueRecord[]> {
  return tx.query<DueRecord>(
    `select r.source_id as "sourceId",
       (select l.hubspot_id from links l
        where l.company_id = s.company_id and l.portal_id = s.portal_id and l.object_type = s.kind
          and l.source_id = r.source_id) as "hubspotId",
       (select not n.announced from sync_new_records n
        where n.connection_id = r.connection_id and n.kind = r.kind and n.source_id = r.source_id) is true as "isNew",
       to_char(r.newest_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "knownAt",
       to_char(r.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changedAt",
       case when r.origin = 'check' then (
         select json_build_object('digest', t.digest,
           'writtenAt', to_char(t.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
         from source_states t
         where t.connection_id = r.connection_id and t.kind = r.kind and t.source_id = r.source_id
           and t.written_at is not null) end as "check"
     from sync_rounds s join sync_records r on r.round = s.round
     where s.round = $1 order by r.known_at, r.source_id`,
    [round],
  );
}

/**
 * Removes records that are due for a comparison with HubSpot from a round: its worker would overwrite users' changes. The
 * next comparison finds them again.
 */
export async function dropChecked(tx: Tx, { round }: Pick<RoundRow, 'round'>): Promise<void> {
  await tx.query(`delete from sync_records where round = $1 and origin = 'check'`, [round]);
}

/** A round's unreported plans, and the number of its next batch. */
export async function plansOfRound(
  tx: Tx,
  round: number,
): Promise<{ readonly unfinished: BatchPlan[]; readonly nextBatch: number }> {
  const { last } = await tx.one<{ last: number }>(
    `select coalesce(max(batch), 0) as last from sync_batches where round = $1`,
    [round],
  );
  const unfinished = await tx.query<Omit<BatchPlan, 'records'> & { readonly records: StoredRecord[] }>(
    `select batch, revision, kind, pass, cursor, records from sync_batches
     where round = $1 and done_at is null order by batch`,
    [round],
  );
  return {
    unfinished: unfinished.map((plan) => ({ ...plan, records: readRecords(plan.records) })),
    nextBatch: last + 1,
  };
}

/**
 * Stores records that existed when auto-sync of a kind was switched on. Those that are already due and not linked are left to
 * migrations; those whose creation was announced since then did not exist yet.
 */
export async function noteExisting(
  tx: Tx,
  round: Pick<RoundRow, 'round' | 'connection_id' | 'kind'>,
  { sourceIds, complete }: { readonly sourceIds: readonly string[]; readonly complete: boolean },
): Promise<void> {
  const { connection_id, kind } = round;
  await tx.query(
    `with existing as materialized (
       select e.source_id from unnest($4::text[]) as e(source_id)
       where (select true from sync_new_records n
         where n.connection_id = $2 and n.kind = $3 and n.source_id = e.source_id) is null
     ), dropped as (
       delete from sync_records r using sync_rounds s
       where r.connection_id = $2 and r.kind = $3 and r.source_id = any (array(select source_id from existing))
         and r.due_at is not null
         and s.round = $1 and (select l.hubspot_id from links l
           where l.company_id = s.company_id and l.portal_id = s.portal_id and l.object_type = $3
             and l.source_id = r.source_id) is null
       returning r.source_id
     ), noted as (
       insert into sync_old_records (connection_id, kind, source_id, company_id, changed)
       select $2, $3, e.source_id, s.company_id, exists (select from dropped d where d.source_id = e.source_id)
       from existing e, sync_rounds s where s.round = $1
       on conflict do nothing
     )
     update sync_connections set left_count = left_count + (select count(*) from dropped),
       existing_noted = case when $5 then existing_noted || jsonb_build_object($3::text, true) else existing_noted end
     where connection_id = $2`,
    [round.round, connection_id, kind, sourceIds, complete],
  );
}
