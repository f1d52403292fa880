import type { ReportedOutcome } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { RunTables } from '../migration-state/run-tables.ts';

/** A counted batch of a run, for whose records states are stored. */
export interface StatedBatch {
  readonly tables: RunTables;
  readonly run: number;
  readonly batch: number;
  readonly kind: string;
  readonly connectionId: number;
  readonly companyId: string;
}

/** A record of a counted batch, with the marks of its values in HubSpot. */
export type StatedRecord = Pick<ReportedOutcome, 'sourceId' | 'written'>;

/** The source's date of the oldest event of a round's record, and when it was received; a migration knows of none. */
const eventOf = ({ run }: RunTables): string =>
  run === 'round'
    ? `select changed_at, known_at from sync_records r
       where r.connection_id = $4 and r.kind = $3 and r.source_id = o.source_id and r.round = $1 offset 0`
    : `select null::timestamptz as changed_at, null::timestamptz as known_at`;

/**
 * States stored before this time are older than those of a batch. For a round, this is when it was planned: its plan is refused
 * if another plan wrote the record after it was read, so its state is the newest at that time. For a migration, it is when it
 * read: records that it finds unchanged may be planned later.
 */
const newerThan = ({ run }: RunTables): string => (run === 'round' ? 'b.planned_at' : 'b.read_at');

/**
 * Stores the source states of a counted batch, whatever its outcomes (ADR 77, 3), unless the stored state is newer, because a
 * batch may be counted late. If a round found a record unchanged after an event that is newer than the stored state by either
 * clock, that is recorded (`unseen_at`); its records are still in hand then. The marks of the values that HubSpot has by now
 * are stored with the state (ADR 78); if none or only some were reported, known marks are kept. A plan from before
 * `states_from` (another portal, or a kind that starts from now) gets no state, and earlier states do not count.
 *
 * The connection's row is locked before any state is written, as for a sweep's page, so that no two transactions wait for each
 * other.
 */
export async function storeStates(
  tx: Tx,
  { tables, run, batch, kind, connectionId, companyId }: StatedBatch,
  records: readonly StatedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const distinct = [...new Map(records.map((record) => [record.sourceId, record])).values()];
  await tx.query(
    `with held as materialized (
       select (states_from ->> $3)::timestamptz as states_from from sync_connections where connection_id = $4 for no key update
     )
     insert into source_states as s (connection_id, kind, source_id, company_id, digest, stored_at, written, written_at,
       unseen_at)
     select $4, $3, p.source_id, $5, p.digest, b.planned_at,
       case when o.whole then o.written else nullif(coalesce(f.written, '') || coalesce(o.written, ''), '') end,
       case when o.whole or f.written is null and o.written is not null then b.planned_at else f.written_at end,
       case when f.digest = p.digest then
         case when least(e.changed_at, e.known_at) > f.stored_at then e.changed_at else f.unseen_at end end
     from ${tables.batches} b cross join unnest($6::text[], $7::bytea[], $8::boolean[]) as o(source_id, written, whole)
     cross join lateral (
       select source_id, digest from ${tables.plannedRecords}
       where ${tables.run} = $1 and source_id = o.source_id and kind = $3 and batch = $2 offset 0) p
     left join lateral (
       select digest, stored_at, written, written_at, unseen_at from source_states
       where connection_id = $4 and kind = $3 and source_id = o.source_id
         and stored_at > coalesce((select states_from from held), '-infinity') offset 0) f on true
     left join lateral (${eventOf(tables)}) e on true
     where b.planned_at > coalesce((select states_from from held), '-infinity') and b.${tables.run} = $1 and b.batch = $2 and p.digest is not null
       and (f.stored_at is null or f.stored_at <= ${newerThan(tables)})
     order by p.source_id
     on conflict (connection_id, kind, source_id) do update
       set company_id = excluded.company_id, digest = excluded.digest, stored_at = excluded.stored_at,
         written = excluded.written, written_at = excluded.written_at, unseen_at = excluded.unseen_at
       where s.stored_at < excluded.stored_at`,
    [run, batch, kind, connectionId, companyId, ...markColumns(distinct)],
  );
}

const markColumns = (records: readonly StatedRecord[]): unknown[] => [
  records.map(({ sourceId }) => sourceId),
  records.map(({ written }) => written && Buffer.from(written.marks)),
  records.map(({ written }) => written?.isWhole ?? false),
];

/** Adds marks of values that records were given after their own plans, such as emails that became free. */
export async function addWritten(
  tx: Tx,
  { connectionId, kind }: Pick<StatedBatch, 'connectionId' | 'kind'>,
  records: readonly StatedRecord[],
): Promise<void> {
  const written = records.filter((record) => record.written);
  if (written.length === 0) return;
  await tx.query(
    `update source_states s set written = coalesce(s.written, '') || o.written,
       written_at = coalesce(s.written_at, clock_timestamp())
     from unnest($3::text[], $4::bytea[], $5::boolean[]) as o(source_id, written, whole)
     where s.connection_id = $1 and s.kind = $2 and s.source_id = o.source_id`,
    [connectionId, kind, ...markColumns(written)],
  );
}

/** Deletes some states of a portal that a connection no longer leads to; returns how many. */
export async function forgetSomeFormer(tx: Tx, connectionId: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from source_states where ctid = any (array(
       select s.ctid from sync_connections c join source_states s using (connection_id)
       where c.connection_id = $1 and s.stored_at <= (c.states_from ->> s.kind)::timestamptz limit $2)) returning 1`,
    [connectionId, limit],
  );
  return rows.length;
}

/** The tables with what sweeps know and found about a connection's records. */
const sweptTables = ['source_states', 'sweep_findings', 'accuracy_findings', 'accuracy_checks'] as const;

/** Deletes some of what is known about the records of a deleted connection; returns how many rows. */
export async function forgetSomeSwept(tx: Tx, connectionId: number, limit: number): Promise<number> {
  let forgotten = 0;
  for (const table of sweptTables) {
    const rows = await tx.query(
      `delete from ${table} where ctid = any (array(
         select ctid from ${table} where connection_id = $1 limit $2)) returning 1`,
      [connectionId, limit],
    );
    forgotten += rows.length;
  }
  return forgotten;
}
