import type { SyncOrigin } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import type { ReadSource } from './plan-claims.ts';

/** A record that may have changed. */
export interface ChangedRecord {
  readonly kind: string;
  readonly sourceId: string;
  /** When that became known, first and last. */
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** The source's date of the oldest event; null if it has none, or there was no event. */
  readonly changedAt: Date | null;
  /** Only an event says that the record exists. */
  readonly unknown?: boolean;
}

/** The fields of a connection that its list needs. */
export interface ListedConnection {
  readonly connectionId: number;
  readonly companyId: string;
}

/** How long a due record waits for others of its kind, to be copied in the same round. */
export const gatherMs = 2_000;

/** Beyond this many waiting records, a list is counted and published once a second at most. */
export const longList = 1_000;

/** Whether a connection has auto-sync of a kind on; its row is then locked. */
export async function holdSynced(
  tx: Tx,
  { connectionId, companyId }: ListedConnection,
  kind: string,
): Promise<boolean> {
  const synced = await tx.maybeOne(
    `select from sync_connections
     where connection_id = $1 and company_id = $2 and since ->> $3 is not null and deleted_at is null for no key update`,
    [connectionId, companyId, kind],
  );
  return synced !== undefined;
}

/** Makes unchanged records due, because what they waited for has happened; otherwise like `makeDue`. */
export function makeDueNow(
  tx: Tx,
  connection: ListedConnection,
  records: readonly Pick<ChangedRecord, 'kind' | 'sourceId'>[],
  origin: SyncOrigin,
): Promise<number> {
  const now = new Date();
  const due = records.map((record) => ({ ...record, firstAt: now, lastAt: now, changedAt: null }));
  return makeDue(tx, connection, due, origin);
}

/**
 * Makes records due, each once, whatever the state of its row. A record in hand is due again after its round, unless the
 * round reads it after this (`coverRead`); a dead letter is retried. The caller holds the connection's row. Returns how many
 * of them were not waiting before.
 */
export async function makeDue(
  tx: Tx,
  { connectionId, companyId }: ListedConnection,
  records: readonly ChangedRecord[],
  origin: SyncOrigin,
): Promise<number> {
  if (records.length === 0) return 0;
  const rows = await tx.query<{ waits: boolean }>(
    `insert into sync_records as r (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at, changed_at, unknown)
     select $1, n.kind, n.source_id, $2, clock_timestamp() + ${gatherMs} * interval '1 millisecond', $3,
       least(n.first_at, clock_timestamp()), least(n.last_at, clock_timestamp()), n.changed_at, n.unknown
     from unnest($4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::timestamptz[], $9::boolean[])
       as n(kind, source_id, first_at, last_at, changed_at, unknown)
     on conflict (connection_id, kind, source_id) do update set
       seq = r.seq + 1,
       noted_seq = r.seq + 1,
       noted_at = clock_timestamp(),
       unknown = r.unknown and excluded.unknown,
       due_at = case when r.round is null then least(r.due_at, excluded.due_at) end,
       -- What was due for a comparison with HubSpot alone is due for its change now.
       origin = case when r.dead_at is null and (r.origin <> 'check' or r.round is not null) then r.origin else excluded.origin end,
       known_at = case when r.dead_at is null then r.known_at else excluded.known_at end,
       known_again_at = case when r.round is not null then coalesce(r.known_again_at, excluded.known_at) end,
       newest_at = greatest(r.newest_at, excluded.newest_at),
       changed_at = case when r.changed_at is not null and excluded.changed_at is not null
         then least(r.changed_at, excluded.changed_at) end,
       attempts = case when r.dead_at is null then r.attempts else 0 end,
       first_failed_at = case when r.dead_at is null then r.first_failed_at end,
       dead_at = null
     returning old.source_id is null or old.dead_at is not null as waits`,
    [
      connectionId,
      companyId,
      origin,
      records.map(({ kind }) => kind),
      records.map(({ sourceId }) => sourceId),
      records.map(({ firstAt }) => firstAt),
      records.map(({ lastAt }) => lastAt),
      records.map(({ changedAt }) => changedAt),
      records.map(({ unknown = false }) => unknown),
    ],
  );
  const added = rows.filter(({ waits }) => waits).length;
  await tx.query(
    `update sync_connections set waiting_count = waiting_count + $2,
       next_due_at = least(next_due_at, clock_timestamp() + ${gatherMs} * interval '1 millisecond')
     where connection_id = $1`,
    [connectionId, added],
  );
  return added;
}

/**
 * Handles records that were made due while their round had them in hand, but that the round read at least the usual gather
 * time later: its plan covers the change, so they are not due again for it. The exception is a record in hand for a
 * comparison, because its plan leaves alone what others changed. Records that are just being made due are skipped, so that no
 * two transactions wait for each other.
 */
export async function coverRead(
  tx: Tx,
  { round, kind }: { readonly round: number; readonly kind: string },
  read: readonly ReadSource[],
): Promise<void> {
  await tx.query(
    `update sync_records set taken_seq = seq, known_again_at = null where ctid = any (array(
       select ctid from sync_records r
       where round = $1 and kind = $2 and noted_seq = seq and seq > taken_seq and origin <> 'check'
         and noted_at + ${gatherMs} * interval '1 millisecond' <= (
           select n.read_at from unnest($3::text[], $4::timestamptz[]) as n(source_id, read_at) where n.source_id = r.source_id)
       for no key update skip locked))`,
    [round, kind, read.map(({ sourceId }) => sourceId), read.map(({ readAt }) => readAt)],
  );
}
