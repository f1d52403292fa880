import { getSweeps, listSweepFindings, sweepNow, syncPageSize, type SweepStatus } from '@ridgeline/contracts';
import { bindForUser, type Router } from '@ridgeline/kit';
import type { ConnectionLookup } from '../migration-management/connection-lookup.ts';
import type { Database } from '@ridgeline/postgres';
import { askSweeps } from '../sync-state/sweep-plan.postgres.ts';
import { knownSyncs } from './known-sync.ts';
import { findingsOf, sweepStatusOf } from './sweep-status-store.postgres.ts';

const neverSwept: SweepStatus = {
  lastAt: null,
  nextAt: null,
  allComparedAt: null,
  allTakesMs: null,
  missed: 0,
  late: 0,
  early: 0,
};

/** Users' view of sweeps, and their requests for them, always within their own company. */
export function bindSweepViewRoutes(
  router: Router,
  parts: { readonly db: Database; readonly findConnection: ConnectionLookup },
): void {
  const { known } = knownSyncs(parts);

  bindForUser(router, getSweeps, ({ user: { companyId }, params: { id } }) =>
    known(companyId, id, (tx) => sweepStatusOf(tx, id), neverSwept),
  );

  bindForUser(
    router,
    listSweepFindings,
    ({ user: { companyId }, params: { id }, query: { verdict, before } }) =>
      known(
        companyId,
        id,
        async (tx) => {
          const found = await findingsOf(tx, id, { verdict, before, limit: syncPageSize + 1 });
          return { findings: found.slice(0, syncPageSize), hasMore: found.length > syncPageSize };
        },
        { findings: [], hasMore: false },
      ),
  );

  bindForUser(router, sweepNow, ({ user: { companyId }, params: { id } }) =>
    known(companyId, id, async (tx) => ({ started: await askSweeps(tx, id) }), { started: 0 }),
  );
}
