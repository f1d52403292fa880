import { isChange, type BatchPlan, type OutdatedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { FencedMigration } from '../migration-state/lease-row.postgres.ts';
import { findSync, isClaimedBySync, plannedBySyncSince } from '../sync-state/claim-store.postgres.ts';
import { portalClaims } from '../sync-state/plan-claims.ts';
import { leaveValues, noteWaiting } from '../sync-state/waiting-value-store.postgres.ts';

/** Why a plan cannot be stored: other runs write to the same portal. */
export interface PlanBarrier {
  /** An unfinished plan of the other side claims part of it. */
  readonly inUse: boolean;
  /** Whose plan that is; absent when nothing is in use. */
  readonly inUseBy?: 'migration' | 'sync';
  /** Records for which the other side stored a newer plan. */
  readonly outdated: readonly OutdatedRecord[];
}

/** Keeps plans of migrations and of auto-sync apart. The caller holds the portal (`lockPortal`). */
export interface PlanGuard {
  /** Why the plan cannot be stored; null if it can. An amended batch is unfinished, so its records belong to it. */
  barrierOf(plan: BatchPlan, verdict: 'insert' | 'amend'): Promise<PlanBarrier | null>;
  /** To be called when the plan is stored. */
  stored(plan: BatchPlan): Promise<void>;
}

/** A dry run's plan is never written: it blocks no other plan, and none blocks it. */
const open: PlanGuard = {
  barrierOf: () => Promise.resolve(null),
  stored: () => Promise.resolve(),
};

/** For a migration's plans. A portal without a sync costs a single look-up. */
export function migrationGuard(tx: Tx, run: FencedMigration, readAt: Date): PlanGuard {
  if (run.dry_run) return open;
  let syncId: number | undefined;
  return {
    async barrierOf(plan, verdict) {
      // Only under the lock is it certain whether a sync exists.
      syncId = (await findSync(tx, run.portal_queue))?.id;
      if (syncId === undefined) return null;
      if (await isClaimedBySync(tx, { syncId, kind: plan.kind }, portalClaims(plan, run.company_id)))
        return { inUse: true, inUseBy: 'sync', outdated: [] };
      if (verdict === 'amend') return null;
      // Records that are not written cannot overwrite newer data, so a migration may count those that sync has written since.
      const records = plan.records.filter(isChange);
      const outdated = await plannedBySyncSince(tx, syncId, run, { ...plan, records }, readAt);
      if (outdated.length === 0) return null;
      if (plan.pass === 'settle') {
        const connection = { connectionId: run.connection_id, companyId: run.company_id };
        const sourceIds = outdated.map(({ sourceId }) => sourceId);
        await leaveValues(tx, { ...run, connection }, plan.kind, sourceIds);
      }
      return { inUse: false, outdated };
    },
    async stored(plan) {
      if (syncId !== undefined) await noteWaiting(tx, { syncId, connectionId: run.connection_id }, plan);
    },
  };
}
