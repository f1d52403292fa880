import {
  findOpenValues,
  findReferences,
  resolveIdentities as identitiesEndpoint,
  storePlan as planEndpoint,
} from '@ridgeline/contracts/internal';
import type { AnswerOf } from '@ridgeline/contracts';
import { AppError, bindForService, type Router } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { fenceRun } from '../migration-state/lease-row.postgres.ts';
import { leftToSync } from '../sync-state/claim-store.postgres.ts';
import { notedReferences } from './noted-references.ts';
import { countedPage } from './batch-store.postgres.ts';
import { resolveIdentities } from './identity-store.postgres.ts';
import { openValuesOf } from './deferred-value-store.postgres.ts';
import { migrationGuard, type PlanBarrier } from './plan-guard.ts';
import { KeysTaken, storePlan } from './plan-store.postgres.ts';
import { referencesOf } from './reference-store.postgres.ts';

/** Dependencies of planning. */
export interface PlanParts {
  readonly db: Database;
  /** Called after the commit when a run's first batch is planned, because its phase has changed. */
  readonly onBegun: (migrationId: number) => unknown;
}

/** Workers' calls about a batch before they write it; only under a lease that is still held. */
export function bindPlanRoutes(router: Router, { db, onBegun }: PlanParts): void {
  bindForService(router, identitiesEndpoint, ({ params, body }) =>
    db.forSystem(async (tx) => {
      const run = await fenceRun(tx, { migrationId: params.id, epoch: body.epoch }, 'read');
      return { records: await resolveIdentities(tx, run, body.kind, body.records) };
    }),
  );

  bindForService(
    router,
    planEndpoint,
    async ({ params: { id, batch }, body: { epoch, readAt, heedsOthers, ...plan } }) => {
      const held = { migrationId: id, epoch };
      const answer = await storeUnlessTaken(db, async (tx) => {
        const run = await fenceRun(tx, held, 'write');
        // A worker of the previous release does not say when it read: then the start of the run counts.
        const read = readAt === undefined ? run.started_at : new Date(readAt);
        const guard = migrationGuard(tx, run, read);
        const barrier = await storePlan(tx, run, { epoch, plan: { ...plan, batch }, readAt: read, guard });
        // A worker of the previous release would consider the plan stored: the error makes it repeat the call until a newer
        // worker has the run.
        if (barrier && !heedsOthers) throw new AppError('server.unavailable');
        return barrier;
      });
      if (batch === 1 && plan.revision === 1 && isStored(answer)) await onBegun(id);
      return answer;
    },
  );

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
      const wanted = { connectionId: run.connection_id, kind, after };
      // A dry run copies no record, so none lacks an association.
      if (run.dry_run) {
        const { items: references, ...page } = await countedPage(tx, run, referencesOf(kind), after);
        return { ...page, references };
      }
      const { items, ...page } = await notedReferences(tx, run, wanted);
      const left = await leftToSync(tx, run, kind, [...new Set(items.map(({ from }) => from.sourceId))]);
      return { ...page, references: items.filter(({ from }) => !left.has(from.sourceId)) };
    }),
  );
}

type StoreAnswer = AnswerOf<typeof planEndpoint>;

const isStored = ({ taken, outdated = [], inUse = false }: StoreAnswer): boolean =>
  taken.length + outdated.length === 0 && !inUse;

/** Stores a whole plan, or returns the conflicts with other records of the run or with other runs in the portal. */
export async function storeUnlessTaken(
  db: Database,
  store: (tx: Tx) => Promise<PlanBarrier | null>,
): Promise<StoreAnswer> {
  try {
    return { taken: [], ...(await db.forSystem(store)) };
  } catch (error) {
    if (error instanceof KeysTaken) return { taken: error.taken };
    throw error;
  }
}
