import {
  claimSync as claimEndpoint,
  releaseSync,
  renewSyncs,
  takeRound as takeRoundEndpoint,
} from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { bindSyncLedgerRoutes } from './ledger-routes.ts';
import { notedKinds, takeRound } from './round-service.ts';
import { letWait, recountList } from './sync-connection-store.postgres.ts';
import { claimSync, dueSyncs, endSyncLease, renewSyncLeases } from './sync-lease-store.postgres.ts';

/** Dependencies of workers' calls. Renewals have a pool of their own. */
export interface SyncWorkerParts {
  readonly db: Database;
  readonly renewals: Database;
  readonly leaseMs: number;
  readonly onChange: (connectionId: number) => void;
}

/** Workers' calls about syncs: leases, rounds, and the ledger of a round. */
export function bindSyncWorkerRoutes(
  router: Router,
  { db, renewals, leaseMs, onChange }: SyncWorkerParts,
): void {
  bindForService(router, claimEndpoint, ({ params, body }) =>
    db.forSystem((tx) => claimSync(tx, params.id, body, leaseMs)),
  );

  bindForService(router, renewSyncs, async ({ body: { processId, freePlaces, syncs } }) => ({
    syncs:
      syncs.length === 0
        ? []
        : await renewals.forSystem((tx) => renewSyncLeases(tx, { processId, syncs }, leaseMs)),
    ...(await renewals.forSystem((tx) => dueSyncs(tx, freePlaces))),
  }));

  bindForService(router, takeRoundEndpoint, ({ params, body: { epoch, ...worker } }) =>
    takeRound(db, { syncId: params.id, epoch }, worker),
  );

  bindForService(router, releaseSync, async ({ params, body: { epoch, wait } }) => {
    const waiting = await db.forSystem(async (tx) => {
      await endSyncLease(tx, { syncId: params.id, epoch });
      const ids = wait ? await letWait(tx, params.id, wait) : [];
      for (const id of ids) await recountList(tx, id, notedKinds);
      return ids;
    });
    for (const id of waiting) onChange(id);
    return {};
  });

  bindSyncLedgerRoutes(router, db);
}
