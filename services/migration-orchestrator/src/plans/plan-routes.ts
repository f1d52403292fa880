import {
  findOpenValues,
  findReferences,
  resolveIdentities as identitiesEndpoint,
  storePlan as planEndpoint,
  type BatchPlan,
  type TakenKey,
} from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { fenceRun, type HeldRun } from '../migration-state/lease-row.postgres.ts';
import { countedPage } from './batch-store.postgres.ts';
import { resolveIdentities } from './identity-store.postgres.ts';
import { openValuesOf } from './deferred-value-store.postgres.ts';
import { KeysTaken, storePlan } from './plan-store.postgres.ts';
import { referencesOf } from './reference-store.postgres.ts';

/** What planning works with. */
export interface PlanParts {
  readonly db: Database;
  /** Called when a run's first batch is planned, after the commit: its phase is another one now. */
  readonly onBegun: (migrationId: number) => unknown;
}

/** What a worker asks and reports about a batch before it writes; only under a lease that it still holds. */
export function bindPlanRoutes(router: Router, { db, onBegun }: PlanParts): void {
  bindForService(router, identitiesEndpoint, ({ params, body }) =>
    db.forSystem(async (tx) => {
      const run = await fenceRun(tx, { migrationId: params.id, epoch: body.epoch }, 'read');
      return { records: await resolveIdentities(tx, run, body.kind, body.records) };
    }),
  );

  bindForService(router, planEndpoint, async ({ params: { id, batch }, body: { epoch, ...plan } }) => {
    const taken = await storeUnlessTaken(db, { migrationId: id, epoch }, { ...plan, batch });
    if (batch === 1 && plan.revision === 1 && taken.length === 0) await onBegun(id);
    return { taken };
  });

  bindForService(router, findOpenValues, ({ params, body: { epoch, kind, after } }) =>
    db.forSystem(async (tx) => {
      const run = await fenceRun(tx, { migrationId: params.id, epoch }, 'read');
      const { items: values, ...page } = await countedPage(tx, run, openValuesOf(kind), after);
      return { ...page, values };
    }),
  );

  bindForService(router, findReferences, ({ params, body: { epoch, kind, after } }) =>
    db.forSystem(async (tx) => {
      const run = await fenceRun(tx, { migrationId: params.id, epoch }, 'read');
      const { items: references, ...page } = await countedPage(tx, run, referencesOf(kind), after);
      return { ...page, references };
    }),
  );
}

/** Stores a plan whole, or answers what other records of the run have of it. */
async function storeUnlessTaken(db: Database, held: HeldRun, plan: BatchPlan): Promise<TakenKey[]> {
  try {
    await db.forSystem(async (tx) => storePlan(tx, await fenceRun(tx, held, 'write'), held.epoch, plan));
    return [];
  } catch (error) {
    if (error instanceof KeysTaken) return [...error.taken];
    throw error;
  }
}
