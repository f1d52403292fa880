import type { BatchPlan } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { holdSynced, makeDueNow, type ListedConnection } from './due-list.postgres.ts';
import { comparableKey, type FreedValue } from './plan-claims.ts';

/** The connection whose records a plan is about, and the sync of the portal that it writes to. */
export interface PlannedFor {
  readonly syncId: number;
  readonly connectionId: number;
}

/**
 * Stores the values that a plan's records go without, replacing what they waited for before: the plan is the newest knowledge
 * about them. If auto-sync of the kind is off, nothing is stored.
 */
export async function noteWaiting(
  tx: Tx,
  { syncId, connectionId }: PlannedFor,
  { kind, pass, records }: Pick<BatchPlan, 'kind' | 'pass' | 'records'>,
): Promise<void> {
  if (pass !== 'records') return;
  const waiting = records.flatMap(({ sourceId, deferred }) => (deferred ? [{ sourceId, ...deferred }] : []));
  await tx.query(
    `delete from sync_waiting_values w
     where w.connection_id = $1 and w.kind = $2 and w.source_id = any ($3::text[])
       and (w.source_id, w.property, w.value) not in (
         select * from unnest($4::text[], $5::text[], $6::text[]))`,
    [
      connectionId,
      kind,
      records.map(({ sourceId }) => sourceId),
      waiting.map(({ sourceId }) => sourceId),
      waiting.map(({ property }) => property),
      waiting.map(({ value }) => value),
    ],
  );
  if (waiting.length === 0) return;
  await tx.query(
    `insert into sync_waiting_values
       (sync_id, kind, property, value, source_id, connection_id, company_id, name, properties)
     select $1, $2, d.property, d.value, d.source_id, c.connection_id, c.company_id, d.name, d.properties
     from sync_connections c,
       unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::json[]) as d(source_id, property, value, name, properties)
     where c.connection_id = $3 and c.since ->> $2 is not null
     on conflict do nothing`,
    [
      syncId,
      kind,
      connectionId,
      waiting.map(({ sourceId }) => sourceId),
      waiting.map(({ property }) => property),
      waiting.map(({ value }) => value),
      waiting.map(({ name }) => storableText(name)),
      waiting.map(({ properties }) => JSON.stringify(properties)),
    ],
  );
}

/**
 * For each of these records, another record that waits for its key, or null. Which of them gets it is decided once all
 * waiting records are known (ADR 74, 8): if one took it with its own plan, contacts that exchange their values could be
 * blocked permanently.
 */
export async function othersWaiting(
  tx: Tx,
  { syncId, connectionId }: PlannedFor,
  kind: string,
  records: readonly { readonly sourceId: string; readonly key: string | null }[],
): Promise<readonly (string | null)[]> {
  const rows = await tx.query<{ other: string | null }>(
    `select (select w.source_id from sync_waiting_values w
       where w.sync_id = $1 and w.kind = $3 and w.value = r.key and (w.connection_id, w.source_id) <> ($2, r.source_id)
       limit 1) as other
     from unnest($4::text[], $5::text[]) with ordinality as r(source_id, key, position) order by r.position`,
    [
      syncId,
      connectionId,
      kind,
      records.map(({ sourceId }) => sourceId),
      records.map(({ key }) => comparableKey(key)),
    ],
  );
  return rows.map(({ other }) => other);
}

/** Whether any record waits for a value in this queue's portal; in a portal without a sync none does. */
export function findSyncWithWaiting(
  tx: Tx,
  portalQueue: string,
  kind: string,
): Promise<{ readonly id: number } | undefined> {
  return tx.maybeOne<{ id: number }>(
    `select id from syncs s where portal_queue = $1
       and exists (select from sync_waiting_values w where w.sync_id = s.id and w.kind = $2)`,
    [portalQueue, kind],
  );
}

/** Makes the records due that wait for values which are free now. */
export async function wakeWaiting(
  tx: Tx,
  syncId: number,
  kind: string,
  freed: readonly FreedValue[],
): Promise<void> {
  if (freed.length === 0) return;
  const rows = await tx.query<{ connection_id: number; company_id: string; source_id: string }>(
    `select distinct w.connection_id, w.company_id, w.source_id
     from unnest($3::text[], $4::text[]) as f(property, value)
     cross join lateral (
       select * from sync_waiting_values
       where sync_id = $1 and kind = $2 and property = f.property and value = f.value
       -- The value goes to one of them: the others go on waiting.
       order by since limit 10) w
     order by w.connection_id`,
    [syncId, kind, freed.map(({ property }) => property), freed.map(({ value }) => value)],
  );
  for (const [connectionId, waiting] of Map.groupBy(rows, (row) => row.connection_id)) {
    const companyId = waiting[0]?.company_id ?? '';
    await tx.query(`select from sync_connections where connection_id = $1 for no key update`, [connectionId]);
    const records = waiting.map((row) => ({ kind, sourceId: row.source_id }));
    await makeDueNow(tx, { connectionId, companyId }, records, 'freed_value');
  }
}

/**
 * Leaves the values for which out-of-date records of a settle plan wait: another run has planned these records since, and they
 * may come before others that wait here for the same values. If the connection has auto-sync of the kind on, the others are due,
 * and a later round decides; otherwise nothing happens.
 */
export async function leaveValues(
  tx: Tx,
  { id, tables, connection }: Pick<FencedRun, 'id' | 'tables'> & { readonly connection: ListedConnection },
  kind: string,
  outdated: readonly string[],
): Promise<void> {
  if (!(await holdSynced(tx, connection, kind))) return;
  const { deferredValues, run } = tables;
  const left = await tx.query<{ sourceId: string }>(
    `with wanted as (
       select distinct property, value from ${deferredValues}
       where source_id = any ($3::text[]) and ${run} = $1 and kind = $2 and state = 'open'
     ), closed as (
       update ${deferredValues} d set state = 'refused' from wanted w
       where d.value = w.value and d.${run} = $1 and d.kind = $2 and d.property = w.property and d.state = 'open'
       returning d.source_id
     )
     select distinct source_id as "sourceId" from closed where source_id <> all ($3::text[])`,
    [id, kind, outdated],
  );
  const records = left.map(({ sourceId }) => ({ kind, sourceId }));
  await makeDueNow(tx, connection, records, 'freed_value');
}

/** The maximum number of records from earlier rounds that are added to an exchange. */
const maxInvited = 100;

/**
 * Lets records of earlier rounds that wait for a value take part in a round in which one waits too: two contacts may have
 * swapped their emails, and the second round is the first that can see both. Those that an event made due are read again
 * anyway. The newest come first, as halves of one exchange are close to each other. Safe to repeat.
 */
export async function inviteWaiting(
  tx: Tx,
  { id, connectionId, syncId }: PlannedFor & { readonly id: number },
  kind: string,
): Promise<void> {
  await tx.query(
    `with host as (
       select min(d.batch) as batch from sync_deferred_values d
       where d.round = $1 and d.kind = $2 and d.state = 'open'
     ), invited as (
       insert into sync_deferred_values
         (round, source_id, kind, property, value, company_id, batch, position, name, properties)
       select $1, w.source_id, $2, w.property, w.value, w.company_id, host.batch,
         ${maxInvited * 1_000} + row_number() over (order by w.since), w.name, w.properties
       from host cross join lateral (
         select * from sync_waiting_values w
         where w.connection_id = $3 and w.kind = $2 and w.sync_id = $4 and w.since > '-infinity'
           and (select r.seq from sync_records r
             where r.connection_id = $3 and r.kind = $2 and r.source_id = w.source_id and r.dead_at is null
               and (r.round is not null or r.origin <> 'freed_value')) is null
           and (select p.batch from sync_planned_records p
             where p.round = $1 and p.source_id = w.source_id and p.kind = $2) is null
         order by w.since desc limit ${maxInvited}) w
       where host.batch is not null
       on conflict (round, source_id, kind, property, value) do nothing
       returning batch
     )
     update sync_batches b set deferred_count = deferred_count + n.count
     from (select batch, count(*)::integer as count from invited group by batch) n
     where b.round = $1 and b.batch = n.batch`,
    [id, kind, connectionId, syncId],
  );
}
