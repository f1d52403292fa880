import {
  compareWithHubspot,
  getAccuracy,
  listAccuracyFindings,
  syncPageSize,
  type AccuracyStatus,
} from '@ridgeline/contracts';
import { bindForUser, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { ConnectionLookup } from '../migration-management/connection-lookup.ts';
import { askComparison } from '../sync-state/sweep-plan.postgres.ts';
import { accuracyFindingsOf, accuracyOf } from './accuracy-status-store.postgres.ts';
import { knownSyncs } from './known-sync.ts';

const neverCompared: AccuracyStatus = {
  lastAt: null,
  nextAt: null,
  whole: false,
  compared: 0,
  equal: 0,
  changedByPeople: 0,
  repaired: 0,
  gone: 0,
  repairing: 0,
  underWay: null,
  listed: { changed_by_people: 0, repaired: 0, gone: 0 },
};

/** Users' view of comparisons with HubSpot, and their requests for one, always within their own company. */
export function bindAccuracyViewRoutes(
  router: Router,
  parts: { readonly db: Database; readonly findConnection: ConnectionLookup },
): void {
  const { known } = knownSyncs(parts);

  bindForUser(router, getAccuracy, ({ user: { companyId }, params: { id } }) =>
    known(companyId, id, (tx) => accuracyOf(tx, id), neverCompared),
  );

  bindForUser(
    router,
    listAccuracyFindings,
    ({ user: { companyId }, params: { id }, query: { verdict, before } }) =>
      known(
        companyId,
        id,
        async (tx) => {
          const found = await accuracyFindingsOf(tx, id, { verdict, before, limit: syncPageSize + 1 });
          return { findings: found.slice(0, syncPageSize), hasMore: found.length > syncPageSize };
        },
        { findings: [], hasMore: false },
      ),
  );

  bindForUser(router, compareWithHubspot, ({ user: { companyId }, params: { id } }) =>
    known(companyId, id, async (tx) => ({ started: await askComparison(tx, id) }), { started: 0 }),
  );
}
