import {
  claimRun as claimEndpoint,
  releaseRun as releaseEndpoint,
  renewLeases,
} from '@ridgeline/contracts/internal';
import { bindForService, type ServiceAppOptions } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { claimRun } from './claim-service.ts';
import { releaseRun } from './release-service.ts';
import { openRuns, renewLeasesOf } from './renewal-store.postgres.ts';

/** Claim, renew and release: what workers ask about leases. */
export function leaseRoutes(options: {
  readonly db: Database;
  readonly leaseMs: number;
}): ServiceAppOptions['routes'] {
  const { db, leaseMs } = options;
  return (router) => {
    bindForService(router, claimEndpoint, ({ params, body: { attempt, ...worker } }) =>
      claimRun(db, leaseMs, { migrationId: params.id, attempt, worker }),
    );

    bindForService(router, renewLeases, ({ body: { processId, freeSlots, runs } }) =>
      db.forSystem(async (tx) => ({
        runs: runs.length === 0 ? [] : await renewLeasesOf(tx, { processId, leaseMs, runs }),
        ...(await openRuns(tx, freeSlots)),
      })),
    );

    bindForService(router, releaseEndpoint, async ({ params, body }) => {
      await releaseRun(db, { migrationId: params.id, epoch: body.epoch });
      return {};
    });
  };
}
