import { findPlannedNew, reportLookAlikes } from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { fenceRun } from '../migration-state/lease-row.postgres.ts';
import { countedPage } from '../plans/batch-store.postgres.ts';
import { plannedNewOf } from '../plans/planned-new.postgres.ts';
import { storeLookAlikes } from './duplicate-store.postgres.ts';

/** What a dry run's worker asks and reports about look-alikes; only under a lease that it still holds. */
export function bindLookAlikeRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForService(router, findPlannedNew, ({ params, body: { epoch, kind, after } }) =>
    db.forSystem(async (tx) => {
      const run = await fenceRun(tx, { migrationId: params.id, epoch }, 'read');
      const { items: records, ...page } = await countedPage(tx, run, plannedNewOf(kind), after);
      return { ...page, records };
    }),
  );

  bindForService(router, reportLookAlikes, ({ params, body: { epoch, kind, records } }) =>
    db.forSystem(async (tx) => {
      const run = await fenceRun(tx, { migrationId: params.id, epoch }, 'write');
      await storeLookAlikes(tx, run, kind, records);
      return {};
    }),
  );
}
