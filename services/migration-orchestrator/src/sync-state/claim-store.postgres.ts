import type { BatchPlan, OutdatedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { FencedMigration, FencedRun } from '../migration-state/lease-row.postgres.ts';
import type { PortalClaim, ReadSource } from './plan-claims.ts';

/**
 * Plans of migrations and of auto-sync for one portal are stored one after another, so that the second of two plans with the
 * same claim sees the first (ADR 74). Claims of sync's plans are in one table, by key; those of a migration's plans are in
 * the migration's own tables (migration-claims).
 */

/** Locks the portal until the transaction ends, and also the run, as orchestrators of the previous release do. */
export async function lockPortal(
  tx: Tx,
  { id, portal_queue }: Pick<FencedRun, 'id' | 'portal_queue'>,
): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('ridgeline.plans', $1)),
       pg_advisory_xact_lock(hashtextextended('ridgeline.portal.' || $2::text, 0))`,
    [id, portal_queue],
  );
}

/** The sync of a portal; undefined where auto-sync was never on. */
export function findSync(tx: Tx, portalQueue: string): Promise<{ readonly id: number } | undefined> {
  return tx.maybeOne<{ id: number }>(`select id from syncs where portal_queue = $1`, [portalQueue]);
}

/** A query about a sync's plans, for records of one kind. */
interface AboutSync {
  readonly syncId: number;
  readonly kind: string;
  /** The round that asks: its own plans are ignored. */
  readonly exceptRound?: number;
}

/** Whether an unfinished plan of a sync claims any of these. */
export async function isClaimedBySync(
  tx: Tx,
  { syncId, kind, exceptRound }: AboutSync,
  claims: readonly PortalClaim[],
): Promise<boolean> {
  const open = await tx.query(
    `select from unnest($3::text[], $4::text[]) as w(claim, key)
     cross join lateral (
       select open, round from sync_claims
       where sync_id = $1 and kind = $2 and claim = w.claim and key = w.key offset 0) c
     where c.open and c.round is distinct from $5::integer limit 1`,
    [syncId, kind, claims.map(({ claim }) => claim), claims.map(({ key }) => key), exceptRound ?? null],
  );
  return open.length > 0;
}

/**
 * Records of a migration's plan for which sync, after they were read, stored a plan or wrote an earlier one: HubSpot may have
 * been queried before that write. What a settle plan knows of a record was read before the record's own batch was stored.
 */
export function plannedBySyncSince(
  tx: Tx,
  syncId: number,
  run: FencedRun,
  { kind, pass, records }: Pick<BatchPlan, 'kind' | 'pass' | 'records'>,
  readAt: Date,
): Promise<OutdatedRecord[]> {
  return tx.query<OutdatedRecord>(
    `select w.source_id as "sourceId",
       (select l.hubspot_id from links l
        where l.company_id = $3 and l.portal_id = $4 and l.object_type = $2 and l.source_id = w.source_id
       ) as "hubspotId"
     from unnest($5::text[]) as w(source_id)
     cross join lateral (
       select planned_at, round, batch from sync_claims
       where sync_id = $1 and kind = $2 and claim = 'source' and key = $3 || '/' || w.source_id offset 0) c
     cross join lateral (
       select coalesce(case when $7 then (
         select b.planned_at from planned_records p, batches b
         where p.migration_id = $8 and p.source_id = w.source_id and p.kind = $2
           and b.migration_id = $8 and b.batch = p.batch) end, $6) as at) read
     where c.planned_at > read.at
       or (select b.done_at from sync_batches b where b.round = c.round and b.batch = c.batch) > read.at`,
    [
      syncId,
      kind,
      run.company_id,
      run.hubspot_portal_id,
      records.map(({ sourceId }) => sourceId),
      readAt,
      pass === 'settle',
      run.id,
    ],
  );
}

/** Records of a company for which another round of the sync, after they were read, stored a plan or wrote an earlier one. */
export async function plannedByRoundsSince(
  tx: Tx,
  { syncId, kind, exceptRound, companyId }: Required<AboutSync> & { readonly companyId: string },
  records: readonly ReadSource[],
): Promise<string[]> {
  const rows = await tx.query<{ source_id: string }>(
    `select w.source_id from unnest($4::text[], $6::timestamptz[]) as w(source_id, read_at)
     cross join lateral (
       select planned_at, round, batch from sync_claims
       where sync_id = $1 and kind = $2 and claim = 'source' and key = $3 || '/' || w.source_id offset 0) c
     where c.round <> $5 and (c.planned_at > w.read_at or (
       select b.done_at from sync_batches b where b.round = c.round and b.batch = c.batch) > w.read_at)`,
    [
      syncId,
      kind,
      companyId,
      records.map(({ sourceId }) => sourceId),
      exceptRound,
      records.map(({ readAt }) => readAt),
    ],
  );
  return rows.map((row) => row.source_id);
}

/**
 * The migration's records that auto-sync has planned later, and has copied or is copying. Auto-sync knows their newer state,
 * and makes the associations accordingly; those in the migration's plan may be hours old.
 */
export async function leftToSync(
  tx: Tx,
  { id, company_id, portal_queue, connection_id }: FencedMigration,
  kind: string,
  sourceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ source_id: string }>(
    `select w.source_id
     from syncs s join sync_connections n on n.sync_id = s.id and n.connection_id = $3 and n.since ->> $4 is not null
     cross join unnest($5::text[]) as w(source_id)
     cross join lateral (
       select planned_at, round from sync_claims
       where sync_id = s.id and kind = $4 and claim = 'source' and key = $6 || '/' || w.source_id offset 0) c
     cross join lateral (
       select b.planned_at from planned_records p, batches b
       where p.migration_id = $1 and p.source_id = w.source_id and p.kind = $4
         and b.migration_id = $1 and b.batch = p.batch offset 0) own
     where s.portal_queue = $2 and c.planned_at > own.planned_at and not exists (
       select from sync_outcomes o
       where o.round = c.round and o.source_id = w.source_id and o.kind = $4 and o.outcome in ('failed', 'skipped'))`,
    [id, portal_queue, connection_id, kind, sourceIds, company_id],
  );
  return new Set(rows.map((row) => row.source_id));
}

/** A batch of a round of a sync. */
export interface SyncBatchKey {
  readonly syncId: number;
  readonly round: number;
  readonly batch: number;
}

/** Stores the claims of a sync's plan until it is closed. The newest plan for a record remains known after that. */
export async function noteClaims(
  tx: Tx,
  { syncId, round, batch }: SyncBatchKey,
  { company_id }: Pick<FencedRun, 'company_id'>,
  kind: string,
  claims: readonly PortalClaim[],
): Promise<void> {
  await tx.query(
    `insert into sync_claims (sync_id, kind, claim, key, company_id, round, batch)
     select $1, $2, w.claim, w.key, $3, $4, $5 from unnest($6::text[], $7::text[]) as w(claim, key)
     on conflict (sync_id, kind, claim, key) do update
       set company_id = excluded.company_id, round = excluded.round, batch = excluded.batch,
         planned_at = excluded.planned_at, open = true`,
    [syncId, kind, company_id, round, batch, claims.map(({ claim }) => claim), claims.map(({ key }) => key)],
  );
}

/** The HubSpot records that these records of a kind are linked to. */
export function linksOf(
  tx: Tx,
  { company_id, hubspot_portal_id }: FencedRun,
  kind: string,
  sourceIds: readonly string[],
): Promise<OutdatedRecord[]> {
  return tx.query<OutdatedRecord>(
    `select w.source_id as "sourceId",
       (select l.hubspot_id from links l
        where l.company_id = $1 and l.portal_id = $2 and l.object_type = $3 and l.source_id = w.source_id
       ) as "hubspotId"
     from unnest($4::text[]) as w(source_id)`,
    [company_id, hubspot_portal_id, kind, sourceIds],
  );
}

/** The batch is written and counted: its claims are released to other plans. */
export async function closeClaims(tx: Tx, round: number, batch: number): Promise<void> {
  await tx.query(`update sync_claims set open = false where round = $1 and open and batch = $2`, [
    round,
    batch,
  ]);
}

/**
 * Releases the claims of rounds that ended without their worker, because their connection was switched off, moved or deleted;
 * except rounds that a worker still has `inHand`, which may write until it learns of the end.
 */
export async function closeAbandonedClaims(
  tx: Tx,
  syncId: number,
  inHand: readonly number[] = [],
): Promise<void> {
  await tx.query(
    `update sync_claims c set open = false where sync_id = $1 and open and round <> all ($2::integer[])
       and not exists (select from sync_rounds r where r.round = c.round and r.finished_at is null)`,
    [syncId, inHand],
  );
}
