import {
  claimRun as claimEndpoint,
  releaseRun as releaseEndpoint,
  renewLeases,
} from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { claimRun } from './claim-service.ts';
import type { LeaseRules } from './company-share-store.postgres.ts';
import { databaseTime } from '../migration-state/database-time.postgres.ts';
import { releaseRun } from './run-handover.ts';
import { openRuns, renewLeasesOf } from './lease-store.postgres.ts';

/** Claim, renew and release: workers' calls about leases. Renewals have a pool of their own. */
export function bindLeaseRoutes(
  router: Router,
  { db, renewals, rules }: { readonly db: Database; readonly renewals: Database; readonly rules: LeaseRules },
): void {
  bindForService(router, claimEndpoint, ({ params, body: { attempt, knowsPurposes, ...worker } }) =>
    claimRun(db, rules, { migrationId: params.id, attempt, worker, knowsPurposes }),
  );

  bindForService(router, renewLeases, async ({ body: { processId, freeSlots, runs } }) => {
    const renewed =
      runs.length === 0
        ? []
        : await renewals.forSystem((tx) => renewLeasesOf(tx, rules, { processId, runs }));
    return renewals.forSystem(async (tx) => ({
      runs: renewed,
      ...(await openRuns(tx, freeSlots)),
      renewedAt: (await databaseTime(tx)).toISOString(),
    }));
  });

  bindForService(router, releaseEndpoint, async ({ params, body }) => {
    await releaseRun(db, rules, { migrationId: params.id, epoch: body.epoch }, body.wait);
    return {};
  });
}
