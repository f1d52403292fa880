import { isChange, type BatchPlan, type OutdatedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { FencedMigration } from '../migration-state/lease-row.postgres.ts';
import { findSync, isClaimedBySync, plannedBySyncSince } from '../sync-state/claim-store.postgres.ts';
import { portalClaims } from '../sync-state/plan-claims.ts';
import { noteWaiting } from '../sync-state/waiting-value-store.postgres.ts';

/** Why a plan cannot be stored: others write to the same portal. */
export interface PlanBarrier {
  /** An unfinished plan of the other side claims something of it. */
  readonly inUse: boolean;
  /** Whose plan that is; absent when nothing is in use. */
  readonly inUseBy?: 'migration' | 'sync';
  /** Records for which the other side stored a newer plan. */
  readonly outdated: readonly OutdatedRecord[];
}

/** Keeps plans of migrations and of auto-sync from each other. The caller holds the portal (`lockPortal`). */
export interface PlanGuard {
  /** What keeps the plan from being stored; null for nothing. An amended batch is unfinished: its records are its own. */
  barrierOf(plan: BatchPlan, verdict: 'insert' | 'amend'): Promise<PlanBarrier | null>;
  /** To be called when the plan is stored. */
  stored(plan: BatchPlan): Promise<void>;
}

/** A dry run's plan is not written: it blocks no other plan, and no other plan blocks it. */
const open: PlanGuard = {
  barrierOf: () => Promise.resolve(null),
  stored: () => Promise.resolve(),
};

/** For a migration's plans. A portal without a sync costs one look-up. */
export function migrationGuard(tx: Tx, run: FencedMigration, readAt: Date): PlanGuard {
  if (run.dry_run) return open;
  let syncId: number | undefined;
  return {
    async barrierOf(plan, verdict) {
      // Not before: only behind the lock it is known whether there is one.
      syncId = (await findSync(tx, run.portal_queue))?.id;
      if (syncId === undefined) return null;
      if (await isClaimedBySync(tx, { syncId, kind: plan.kind }, portalClaims(plan, run.company_id)))
        return { inUse: true, inUseBy: 'sync', outdated: [] };
      if (verdict === 'amend') return null;
      // What writes nothing overwrites nothing newer: so a migration counts records whose newer state sync has written.
      const records = plan.records.filter(isChange);
      const outdated = await plannedBySyncSince(tx, syncId, run, { ...plan, records }, readAt);
      return outdated.length > 0 ? { inUse: false, outdated } : null;
    },
    async stored(plan) {
      if (syncId !== undefined) await noteWaiting(tx, { syncId, connectionId: run.connection_id }, plan);
    },
  };
}
