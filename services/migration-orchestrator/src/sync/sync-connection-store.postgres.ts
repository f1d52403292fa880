import type { AutoSyncResume } from '@ridgeline/contracts';
import type { RunWait } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { keepList, type FormerlyOn } from '../sync-state/kept-list.postgres.ts';
import { isSyncOn, newSince } from '../sync-state/resumed-switch.postgres.ts';
import { takeBackOpenFindings } from '../sync-state/sweep-findings.postgres.ts';
import { forgetSweeps, stopSweeps } from '../sync-state/sweep-plan.postgres.ts';

/** A connection whose auto-sync is on, or was. */
export interface SyncConnectionRow {
  readonly connection_id: number;
  readonly company_id: string;
  readonly sync_id: number;
  readonly portal_id: string | null;
  readonly revision: number;
  /** When each kind was switched on, by its name; null while it is off. */
  readonly since: Readonly<Record<string, string | null>>;
  /** The time since which records of each kind are new. */
  readonly new_since: Readonly<Record<string, string | null>>;
  readonly existing_noted: Readonly<Record<string, boolean>>;
  readonly formerly_on: Readonly<Record<string, FormerlyOn>>;
  /** The number of waiting records, not counting dead letters. */
  readonly waiting_count: number;
  /** Whether they were counted within the last second. */
  readonly counted_lately: boolean;
}

/** The data to store of a connection. */
export interface KeptConnection {
  readonly connectionId: number;
  readonly companyId: string;
  readonly portalId: string | null;
  readonly revision: number;
  readonly since: Readonly<Record<string, string | null>>;
  /** The choice made for a kind when it was switched on again; null if there was none. */
  readonly resume: Readonly<Record<string, AutoSyncResume | null>>;
  /** Whether both credentials are accepted, which may end a wait. */
  readonly usable: boolean;
  /** Whether AccuLynx sends its events here. */
  readonly getsEvents: boolean;
  /** The options of each kind. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Reads a connection and locks its row, so that changes of its list are serialized. */
export function lockSyncConnection(tx: Tx, connectionId: number): Promise<SyncConnectionRow | undefined> {
  return tx.maybeOne<SyncConnectionRow>(
    `select connection_id, company_id, sync_id, portal_id, revision, since, existing_noted, formerly_on, waiting_count,
       coalesce(counted_at > clock_timestamp() - interval '1 second', false) as counted_lately,
       (select coalesce(jsonb_object_agg(k, ${newSince('c', 'k')}), '{}') from jsonb_object_keys(since) as k) as new_since
     from sync_connections c where connection_id = $1 and deleted_at is null for no key update`,
    [connectionId],
  );
}

/** The sync of the portal that a connection leads to; created if it does not exist. */
async function syncOf(tx: Tx, { companyId, connectionId, portalId }: KeptConnection): Promise<number> {
  // Named like the queue of migrations (step 18).
  const queue = portalId === null ? `${companyId} connection ${String(connectionId)}` : `portal ${portalId}`;
  await tx.query(`insert into syncs (portal_queue) values ($1) on conflict (portal_queue) do nothing`, [
    queue,
  ]);
  return (await tx.one<{ id: number }>(`select id from syncs where portal_queue = $1`, [queue])).id;
}

/** Stores a connection, and ends the wait of a usable one, so that it retries immediately. Returns its sync. */
export async function storeSyncConnection(tx: Tx, kept: KeptConnection): Promise<number> {
  const syncId = await syncOf(tx, kept);
  const { connectionId, companyId, portalId, revision, since, options, usable, getsEvents } = kept;
  await tx.query(
    `insert into sync_connections as c (connection_id, company_id, sync_id, portal_id, revision, since, options, gets_events)
     values ($1, $2, $3, $4, $5, $6, $7, $9)
     on conflict (connection_id) do update set
       deleted_at = null, company_id = excluded.company_id, sync_id = excluded.sync_id, portal_id = excluded.portal_id,
       revision = greatest(c.revision, excluded.revision), since = excluded.since, options = excluded.options,
       gets_events = excluded.gets_events,
       not_before = case when $8 then null else c.not_before end,
       waiting_for = case when $8 then null else c.waiting_for end,
       put_backs = case when $8 then 0 else c.put_backs end`,
    [
      connectionId,
      companyId,
      syncId,
      portalId,
      revision,
      JSON.stringify(since),
      JSON.stringify(options),
      usable,
      getsEvents,
    ],
  );
  return syncId;
}

/**
 * Ends rounds in hand, of one kind or of all: their records are due again. Later reports of their workers are still counted.
 */
async function abandonRounds(tx: Tx, connectionId: number, kind: string | null): Promise<void> {
  await tx.query(
    `with ended as (
       update sync_rounds set finished_at = clock_timestamp()
       where connection_id = $1 and finished_at is null and ($2::text is null or kind = $2) returning round
     )
     update sync_records r set round = null, taken_seq = null, due_at = clock_timestamp(), known_again_at = null
     from ended where r.round = ended.round`,
    [connectionId, kind],
  );
}

/** What is known of a connection's records. */
const recordTables = [
  'sync_records',
  'sync_kept_records',
  'sync_old_records',
  'sync_new_records',
  'sync_waiting_values',
  'sync_waiting_references',
  'sync_linked_counts',
] as const;

/** A kind was switched off: its rounds and sweeps end, and its list is kept until it is on again. */
export async function switchOff(tx: Tx, connectionId: number, kind: string): Promise<void> {
  await abandonRounds(tx, connectionId, kind);
  await stopSweeps(tx, connectionId, kind);
  await takeBackOpenFindings(tx, connectionId, kind);
  await keepList(tx, { connectionId, kind });
}

/**
 * The connection leads to another portal, where nothing is linked. Its list stays, and what it has in hand is copied there
 * again. Which records are new is determined from the start. States stored so far no longer count, and are deleted later in
 * bounded steps (`forgetSomeFormer`).
 */
export async function leavePortal(tx: Tx, connectionId: number): Promise<void> {
  await abandonRounds(tx, connectionId, null);
  await forgetSweeps(tx, connectionId);
  await takeBackOpenFindings(tx, connectionId, null);
  for (const table of ['sync_waiting_values', 'sync_waiting_references', 'sync_linked_counts'])
    await tx.query(`delete from ${table} where connection_id = $1`, [connectionId]);
  await tx.query(
    `update sync_connections set created_known_until = '{}',
       states_from = (select coalesce(jsonb_object_agg(k, clock_timestamp()), '{}') from jsonb_object_keys(since) as k)
     where connection_id = $1`,
    [connectionId],
  );
}

/**
 * Deletes a connection that no longer exists. What is known of its records is deleted in bounded steps; its feed, and then
 * its row, are left to retention.
 */
export async function deleteSyncConnection(tx: Tx, connectionId: number): Promise<void> {
  await forgetSweeps(tx, connectionId);
  await tx.query(
    `update sync_rounds set finished_at = clock_timestamp() where connection_id = $1 and finished_at is null`,
    [connectionId],
  );
  for (const table of recordTables)
    await tx.query(`delete from ${table} where connection_id = $1`, [connectionId]);
  await tx.query(
    `update sync_connections set since = '{}', formerly_on = '{}', resumed = '{}', states_from = '{}', existing_noted = '{}',
       created_known_until = '{}', next_due_at = null, deleted_at = now()
     where connection_id = $1`,
    [connectionId],
  );
}

/**
 * Recounts a connection's list and when it needs a worker: for its first due record, or now for a round that was left or for
 * existing records that must be stored (`noting`: the kinds that need this). Auto-sync is up to date until just before the
 * oldest record that waits or is in an open round, because its associations and its email may still follow. While auto-sync
 * is off, this time does not advance.
 */
export async function recountList(tx: Tx, connectionId: number, noting: readonly string[]): Promise<void> {
  await tx.query(
    `with list as (
       select count(*)::integer as waiting, least(min(waits_since), (
           select min(r.known_at) from sync_connections c, sync_rounds r
           where c.connection_id = $1 and r.sync_id = c.sync_id and r.finished_at is null and r.connection_id = $1
         )) as oldest
       from sync_records where connection_id = $1 and waits_since is not null
     )
     update sync_connections c set
       counted_at = clock_timestamp(), waiting_count = list.waiting,
       dead_count = (select count(*) from sync_records where connection_id = $1 and dead_at is not null),
       up_to_date_as_of = case
         when not ${isSyncOn('c')} then up_to_date_as_of
         when list.oldest is not null then greatest(up_to_date_as_of, list.oldest - interval '1 millisecond')
         when last_event_at is not null then clock_timestamp()
         else up_to_date_as_of end,
       next_due_at = case
         when exists (select from sync_rounds r where r.sync_id = c.sync_id and r.finished_at is null
           and r.connection_id = c.connection_id) then clock_timestamp()
         when exists (select from unnest($2::text[]) as n(kind)
           where c.since ->> n.kind is not null and c.existing_noted -> n.kind is null) then clock_timestamp()
         else (
           select min(due_at) from jsonb_object_keys(c.since) as k(kind) cross join lateral (
             select due_at from sync_records r
             where r.connection_id = $1 and r.kind = k.kind and r.due_at is not null
             order by r.due_at limit 1) first)
         end
     from list where c.connection_id = $1`,
    [connectionId, noting],
  );
}

/**
 * Makes connections of a sync that was handed back wait for a vendor: those with a round in hand, or all if there is none.
 * Returns them.
 */
export async function letWait(tx: Tx, syncId: number, { ms, reason }: RunWait): Promise<number[]> {
  const rows = await tx.query<{ connection_id: number }>(
    `with in_hand as (
       select connection_id from sync_rounds where sync_id = $1 and finished_at is null
     )
     update sync_connections set waiting_for = $3,
       not_before = greatest(not_before, clock_timestamp() + $2 * interval '1 millisecond')
     where sync_id = $1 and deleted_at is null
       and (connection_id in (select connection_id from in_hand) or not exists (select from in_hand))
     returning connection_id`,
    [syncId, ms, reason],
  );
  return rows.map((row) => row.connection_id);
}

/** The connections of a sync that need a worker now. */
export async function wantedNow(tx: Tx, syncId: number): Promise<number[]> {
  const rows = await tx.query<{ connection_id: number }>(
    `select connection_id from sync_connections
     where sync_id = $1 and greatest(next_due_at, not_before) <= clock_timestamp() order by connection_id`,
    [syncId],
  );
  return rows.map((row) => row.connection_id);
}
