import type { OutcomeFacts } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { gatherMs } from '../sync-state/due-list.postgres.ts';
import type { ReportedRound } from './sync-report-store.postgres.ts';

/*
 * How a record leaves its round:
 *
 *   done        its row is deleted, unless it changed in the meantime: then it is due again
 *   to repeat   due again soon: nothing was tried, or it was out of date
 *   failed      due again after a wait that doubles; a dead letter when a user must act, or after a day of failures
 *
 * A copied record is due again if its round fails afterwards, because what follows it (associations and emails) is missing.
 */

type Round = Pick<ReportedRound, 'round' | 'connection_id' | 'kind'>;

/** An event since the round took a record means that its next reason is not a comparison with HubSpot. */
const laterOrigin = `case when r.origin = 'check' and r.seq > r.taken_seq then 'event' else r.origin end`;

/** For a record that leaves the round: only what arrived since the round took it remains unprocessed. */
const released = `
  round = null, taken_seq = null, known_again_at = null,
  known_at = case when r.seq > r.taken_seq then coalesce(r.known_again_at, r.known_at) else r.known_at end`;

/** A record that changed while it was in hand is retried soon, whatever its outcome. */
const dueSoon = `clock_timestamp() + ${gatherMs} * interval '1 millisecond'`;

/** Records that were processed: copied, skipped, or absent. */
export async function releaseDone(
  tx: Tx,
  { round }: Pick<Round, 'round'>,
  sourceIds: readonly string[],
): Promise<void> {
  // Looked up through the round, which has at most a hundred records.
  const params = [round, sourceIds];
  await tx.query(
    `delete from sync_records r where r.round = $1 and r.source_id = any ($2::text[]) and r.seq = r.taken_seq`,
    params,
  );
  await tx.query(
    `update sync_records r set ${released}, due_at = ${dueSoon}, origin = 'event', attempts = 0, first_failed_at = null,
       failed_at = null
     where r.round = $1 and r.source_id = any ($2::text[])`,
    params,
  );
}

/** Releases all records left in hand, without an attempt. */
export async function releaseToRepeat(tx: Tx, { round }: Round): Promise<void> {
  await tx.query(
    `update sync_records r set round = null, taken_seq = null, known_again_at = null, origin = ${laterOrigin}, due_at = ${dueSoon}
     where round = $1`,
    [round],
  );
}

/** The source ids of all records left in hand, or only of those whose last event is this old. */
export async function leftInHand(
  tx: Tx,
  { round }: Round,
  { eventBeforeMs = 0 }: { readonly eventBeforeMs?: number } = {},
): Promise<string[]> {
  const rows = await tx.query<{ source_id: string }>(
    `select source_id from sync_records
     where round = $1 and newest_at <= clock_timestamp() - $2 * interval '1 millisecond'`,
    [round, eventBeforeMs],
  );
  return rows.map((row) => row.source_id);
}

/** A record whose attempt failed. */
export interface FailedRecord extends Pick<OutcomeFacts, 'name' | 'reason' | 'message' | 'detail' | 'field'> {
  readonly sourceId: string;
  /** Whether a retry only helps after a user has changed something. */
  readonly needsPeople: boolean;
}

/** The first wait after a failure, and the longest one. */
const [firstWait, maxWait] = [`interval '10 seconds'`, `interval '1 hour'`];
const triedFor = `interval '1 day'`;

const waitAfter = (attempts: string): string =>
  `least(${firstWait} * power(2, least(${attempts}, 20)), ${maxWait})`;
const isOver = (firstFailedAt: string): string => `${firstFailedAt} < clock_timestamp() - ${triedFor}`;

/** Why a record became a dead letter: HubSpot rejects it until a user changes something, or a day of attempts failed. */
export type DeadLetterCause = 'rejected' | 'expired';

/** Records failed attempts. Returns the cause for each record that becomes a dead letter. */
export async function releaseFailed(
  tx: Tx,
  { round }: Pick<Round, 'round'>,
  failed: readonly FailedRecord[],
): Promise<DeadLetterCause[]> {
  if (failed.length === 0) return [];
  const rows = await tx.query<{ cause: DeadLetterCause | null }>(
    `with checked as (
       select r.ctid as place, (f.needs_people or ${isOver('r.first_failed_at')})
           and r.seq = r.taken_seq as dead,
         ${waitAfter('r.attempts')} as wait, f.*
       from sync_records r
         join unnest($2::text[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
           as f(source_id, needs_people, name, reason, message, detail, field) on f.source_id = r.source_id
       where r.round = $1
     )
     update sync_records r set ${released}, origin = ${laterOrigin},
       attempts = r.attempts + 1,
       first_failed_at = coalesce(r.first_failed_at, clock_timestamp()), failed_at = clock_timestamp(),
       dead_at = case when j.dead then clock_timestamp() end,
       due_at = case when j.dead then null when r.seq > r.taken_seq then ${dueSoon} else clock_timestamp() + j.wait end,
       name = coalesce(j.name, r.name), reason = j.reason, message = j.message, detail = j.detail, field = j.field
     from checked j where r.round = $1 and r.ctid = j.place
     returning case when j.dead then case when j.needs_people then 'rejected' else 'expired' end end as cause`,
    [
      round,
      failed.map(({ sourceId }) => sourceId),
      failed.map(({ needsPeople }) => needsPeople),
      failed.map(({ name }) => name),
      failed.map(({ reason }) => reason),
      failed.map(({ message }) => message),
      failed.map(({ detail }) => detail),
      failed.map(({ field }) => field),
    ],
  );
  return rows.flatMap(({ cause }) => cause ?? []);
}

/**
 * Counts an attempt for each record that the round had copied before it failed: the next round writes what is missing.
 * Returns the cause for each record that becomes a dead letter.
 */
export async function repeatCopied(
  tx: Tx,
  { round, connection_id, company_id, kind }: ReportedRound,
  message: string | null,
): Promise<DeadLetterCause[]> {
  const rows = await tx.query<{ dead: boolean }>(
    `insert into sync_records (connection_id, kind, source_id, company_id, origin, known_at, newest_at, attempts,
       first_failed_at, failed_at, dead_at, due_at, name, reason, message)
     select $2, $3, o.source_id, $4, o.origin, o.known_at, o.known_at, j.attempts + 1,
       coalesce(o.first_failed_at, clock_timestamp()), clock_timestamp(), case when j.dead then clock_timestamp() end,
       case when not j.dead then clock_timestamp() + ${waitAfter('j.attempts')} end, o.name, 'round_failed', $5
     from sync_outcomes o cross join lateral (
       select coalesce(o.attempts, 0) as attempts, coalesce(${isOver('o.first_failed_at')}, false) as dead) j
     where o.round = $1 and o.kind = $3 and o.outcome in ('created', 'updated', 'unchanged')
     -- One that is due again is copied anyway.
     on conflict do nothing
     returning dead_at is not null as dead`,
    [round, connection_id, kind, company_id, message],
  );
  return rows.flatMap(({ dead }) => (dead ? 'expired' : []));
}

/** How often a failed round with uncounted batches is resumed, before its records are tried in other rounds. */
const maxFailures = 5;

/**
 * Keeps a failed round with uncounted batches open, and lets its connection wait, twice as long each time. False when it has
 * been resumed too often.
 */
export async function resumeLater(
  tx: Tx,
  { round, connection_id }: Pick<Round, 'round' | 'connection_id'>,
  reason: string,
): Promise<boolean> {
  const { failures } = await tx.one<{ failures: number }>(
    `update sync_rounds set failures = failures + 1 where round = $1 returning failures`,
    [round],
  );
  if (failures >= maxFailures) return false;
  await waitFor(tx, connection_id, { reason, ms: 10_000 * 2 ** (failures - 1) });
  return true;
}

/** Stores that records are new although they are not in HubSpot, so that later changes are copied. */
export async function rememberNew(
  tx: Tx,
  { connection_id, company_id, kind }: ReportedRound,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await tx.query(
    `insert into sync_new_records (connection_id, kind, source_id, company_id, announced)
     select $1, $2, n.source_id, $3, false from unnest($4::text[]) as n(source_id)
     on conflict (connection_id, kind, source_id) do update set announced = false`,
    [connection_id, kind, company_id, sourceIds],
  );
}

/** The records of a round that were ever read: they are linked, or new and not copied. */
export async function everRead(
  tx: Tx,
  { connection_id, kind, round }: ReportedRound,
  sourceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ source_id: string }>(
    `select n.source_id from sync_rounds s, unnest($4::text[]) as n(source_id)
     where s.round = $1 and (
       (select l.hubspot_id from links l
        where l.company_id = s.company_id and l.portal_id = s.portal_id and l.object_type = $3
          and l.source_id = n.source_id) is not null
       or (select not w.announced from sync_new_records w
           where w.connection_id = $2 and w.kind = $3 and w.source_id = n.source_id))`,
    [round, connection_id, kind, sourceIds],
  );
  return new Set(rows.map((row) => row.source_id));
}

/** Removes the mark that records are new: they are linked, or were found to be older. */
export async function forgetNew(
  tx: Tx,
  { connection_id, kind }: Pick<ReportedRound, 'connection_id' | 'kind'>,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await tx.query(
    `delete from sync_new_records where connection_id = $1 and kind = $2 and source_id = any ($3::text[])`,
    [connection_id, kind, sourceIds],
  );
}

/**
 * Leaves records to migrations: they existed before auto-sync was switched on, and are not linked. A record that a migration
 * has linked since it was read stays in hand.
 */
export async function leaveToMigrations(
  tx: Tx,
  { round, connection_id, company_id, kind }: ReportedRound,
  sourceIds: readonly string[],
): Promise<void> {
  await tx.query(
    `with old as materialized (
       select n.source_id from unnest($4::text[]) as n(source_id)
       join sync_rounds s on s.round = $5
       where (select l.hubspot_id from links l
         where l.company_id = s.company_id and l.portal_id = s.portal_id and l.object_type = $2
           and l.source_id = n.source_id) is null
     ), noted as (
       insert into sync_old_records as o (connection_id, kind, source_id, company_id, changed)
       select $1, $2, old.source_id, $3, true from old
       on conflict (connection_id, kind, source_id) do update set changed = true where not o.changed
       returning source_id
     ), dropped as (
       delete from sync_records r
       where r.connection_id = $1 and r.kind = $2 and r.source_id = any (array(select source_id from old))
     )
     update sync_connections set left_count = left_count + (select count(*) from noted) where connection_id = $1`,
    [connection_id, kind, company_id, sourceIds, round],
  );
}

/** Ends the round. */
export async function finishRound(tx: Tx, { round }: Round): Promise<void> {
  await tx.query(`update sync_rounds set finished_at = clock_timestamp() where round = $1`, [round]);
}

/** Why and how long a connection waits after a round was put back. */
export interface ConnectionWait {
  readonly reason: string;
  /** 0: from 15 s, doubling to 5 min, as long as nothing was copied in between. */
  readonly ms: number;
}

/** Makes a connection wait; its list is kept. */
export async function waitFor(tx: Tx, connectionId: number, { reason, ms }: ConnectionWait): Promise<void> {
  await tx.query(
    `update sync_connections set waiting_for = $2, put_backs = put_backs + 1,
       not_before = clock_timestamp() + case when $3 > 0 then $3 * interval '1 millisecond'
         else least(interval '15 seconds' * power(2, least(put_backs, 10)), interval '5 minutes') end
     where connection_id = $1`,
    [connectionId, reason, ms],
  );
}

/** Ends a connection's wait. */
export async function noteCopied(tx: Tx, connectionId: number): Promise<void> {
  await tx.query(
    `update sync_connections set waiting_for = null, not_before = null, put_backs = 0 where connection_id = $1`,
    [connectionId],
  );
}

/** Stores a connection's speed in the last quarter of an hour, which its status shows. */
export async function measureDelay(tx: Tx, connectionId: number): Promise<void> {
  await tx.query(
    `update sync_connections set delay_ms = (
         -- \`least\` passes over null, which says that nothing was copied.
         select case when count(*) > 0 then least(2147483647,
           extract(epoch from percentile_disc(0.95) within group (order by copied_at - known_at)) * 1000)::integer end
         from (
           select copied_at, known_at from sync_outcomes
           where connection_id = $1 order by id desc limit 2000) o
         where copied_at > clock_timestamp() - interval '15 minutes')
     where connection_id = $1`,
    [connectionId],
  );
}
