import type { BatchPlan } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { portalClaims, type PortalClaim, type ReadSource } from './plan-claims.ts';

/** A query about the migrations of a portal. */
interface AboutPortal {
  readonly portalQueue: string;
  readonly kind: string;
  readonly companyId: string;
}

/** The migrations of portal `$1` that may have unfinished batches; without dry runs, which write none. */
const openMigrations = `
  select id, company_id from migrations where portal_queue = $1 and epoch > 0 and not dry_run
    and (is_open or exists (select from leases l where l.migration_id = migrations.id))`;

/** Whether an unfinished plan of a migration claims any of these. Each is looked up by its full key. */
export async function isClaimedByMigration(
  tx: Tx,
  { portalQueue, kind }: AboutPortal,
  claims: readonly PortalClaim[],
): Promise<boolean> {
  const found = await tx.query(
    `with open as materialized (${openMigrations})
     select from open m cross join unnest($3::text[], $4::text[]) as w(claim, key)
     cross join lateral (
       select case when w.claim = 'source' then (
         select p.batch from planned_records p
         where p.migration_id = m.id and m.company_id || '/' || p.source_id = w.key and p.kind = $2
           and p.source_id = substr(w.key, length(m.company_id) + 2))
       else (
         select k.batch from key_reservations k
         where k.migration_id = m.id and k.key = w.key and k.kind = $2 and k.claim = w.claim)
       end as batch offset 0) r
     cross join lateral (
       select done_at from batches b where b.migration_id = m.id and b.batch = r.batch offset 0) b
     where b.done_at is null limit 1`,
    [portalQueue, kind, claims.map(({ claim }) => claim), claims.map(({ key }) => key)],
  );
  return found.length > 0;
}

/**
 * Records of the company for which a migration planned a write after they were read, or whose planned write was counted after
 * that: HubSpot may have been queried before that write. A record that the migration counts as unchanged was not written by
 * it, perhaps because of a plan of sync.
 */
export async function plannedByMigrationSince(
  tx: Tx,
  { portalQueue, kind, companyId }: AboutPortal,
  records: readonly ReadSource[],
): Promise<string[]> {
  const rows = await tx.query<{ source_id: string }>(
    `with recent as materialized (
       select id from migrations
       where portal_queue = $1 and epoch > 0 and not dry_run and company_id = $3
         and coalesce(completed_at, 'infinity') >= (select min(at) from unnest($5::timestamptz[]) as r(at))
     )
     select distinct w.source_id from recent m cross join unnest($4::text[], $5::timestamptz[]) as w(source_id, read_at)
     cross join lateral (
       select greatest(b.planned_at, b.done_at) as changed_at, b.records from planned_records p, batches b
       where p.migration_id = m.id and p.source_id = w.source_id and p.kind = $2
         and b.migration_id = m.id and b.batch = p.batch offset 0) b
     where b.changed_at > w.read_at and exists (
       select from json_array_elements(b.records) r
       where r ->> 'sourceId' = w.source_id and r ->> 'action' in ('create', 'update'))`,
    [
      portalQueue,
      kind,
      companyId,
      records.map(({ sourceId }) => sourceId),
      records.map(({ readAt }) => readAt),
    ],
  );
  return rows.map((row) => row.source_id);
}

/** There are never more planned batches than this that are not counted (the worker's limit is 64). */
const maxUnfinished = 100;

/** The claims of settle batches in a portal's migrations that are unfinished, or were planned after this time. */
export interface SettleClaims {
  readonly unfinished: boolean;
  readonly claims: readonly PortalClaim[];
}

/**
 * A settle batch refers to records of earlier batches, so its claims are only in its plan. Such batches are the last of a
 * run.
 */
export async function settledByMigrations(
  tx: Tx,
  { portalQueue, kind }: AboutPortal,
  readAt: Date,
): Promise<SettleClaims[]> {
  const rows = await tx.query<{
    readonly unfinished: boolean;
    readonly company_id: string;
    readonly records: BatchPlan['records'];
  }>(
    `with open as materialized (${openMigrations})
     select b.done_at is null as unfinished, m.company_id, b.records
     from open m cross join lateral (
       select kind, pass, done_at, planned_at, records from batches
       where migration_id = m.id order by batch desc limit ${maxUnfinished}) b
     where b.pass = 'settle' and b.kind = $2 and (b.done_at is null or b.planned_at > $3)`,
    [portalQueue, kind, readAt],
  );
  return rows.map(({ unfinished, company_id, records }) => ({
    unfinished,
    claims: portalClaims({ pass: 'settle', records }, company_id),
  }));
}
