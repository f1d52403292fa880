import {
  claimSweep as claimEndpoint,
  endSweep as endEndpoint,
  releaseSweep as releaseEndpoint,
  renewSweeps,
  reportSweptPage,
} from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { claimCheck, endCheck, noteCheckWaits } from '../checks/check-lease.postgres.ts';
import { bindCheckWorkerRoutes } from '../checks/check-worker-routes.ts';
import { syncedKind } from '../sync-state/synced-kinds.ts';
import { takePage, type ComparedPage } from './compare-page.ts';
import { sweepOf } from './page-store.postgres.ts';
import {
  claimSweep,
  databaseTime,
  dueSweeps,
  endSweep,
  releaseSweep,
  renewSweepLeases,
  type FreePlaces,
} from './sweep-lease-store.postgres.ts';

/** What the calls of workers need. Renewals have a pool of their own. */
export interface SweepParts {
  readonly db: Database;
  readonly renewals: Database;
  readonly leaseMs: number;
  /** A finding is missed when no event of it came for so long. */
  readonly missedAfterMs: number;
  readonly count: (page: ComparedPage) => void;
  readonly onChange: (connectionId: number) => void;
}

/** Sweeps for recent changes, and of HubSpot, are due so often. */
const recentEveryMs = 15 * 60_000;
const portalEveryMs = 24 * 60 * 60_000;

/** What workers ask and report about sweeps, and about checks of migrations, which are leased as these are. */
export function bindSweepRoutes(
  router: Router,
  { db, renewals, leaseMs, missedAfterMs, count, onChange }: SweepParts,
): void {
  bindCheckWorkerRoutes(router, { db });

  bindForService(router, claimEndpoint, ({ params, body }) =>
    db.forSystem(
      async (tx) =>
        (await claimCheck(tx, params.id, body, leaseMs)) ?? (await claimSweep(tx, params.id, body, leaseMs)),
    ),
  );

  bindForService(router, renewSweeps, async ({ body: { processId, freePlaces, passes, sweeps } }) => ({
    sweeps: await renewals.forSystem((tx) => renewSweepLeases(tx, { processId, sweeps }, leaseMs)),
    ...(await renewals.forSystem(async (tx) => ({
      offers: freePlaces > 0 ? await dueSweeps(tx, placesOf(freePlaces, sweeps.length), passes) : [],
      renewedAt: await databaseTime(tx),
    }))),
  }));

  bindForService(router, reportSweptPage, async ({ params, body: { epoch, ...page } }) => {
    const held = { sweepId: params.id, epoch };
    const compared = await db.forSystem((tx) => takePage(tx, held, page, missedAfterMs));
    count(compared);
    if (compared.due > 0) onChange(compared.connectionId);
    return {};
  });

  bindForService(router, endEndpoint, async ({ params, body: { epoch, calls, problem = null } }) => {
    await db.forSystem(async (tx) => {
      const known = await sweepOf(tx, params.id);
      if (known?.pass === 'written') return endCheck(tx, { checkId: params.id, epoch }, problem);
      await endSweep(tx, { sweepId: params.id, epoch }, { calls, everyMs: intervalOf(known) });
    });
    return {};
  });

  bindForService(router, releaseEndpoint, async ({ params, body: { epoch, wait } }) => {
    await db.forSystem(async (tx) => {
      await releaseSweep(tx, { sweepId: params.id, epoch }, wait?.ms ?? 0);
      if (wait) await noteCheckWaits(tx, params.id, wait.reason);
    });
    return {};
  });
}

const intervalOf = (sweep: Awaited<ReturnType<typeof sweepOf>>): number => {
  if (sweep?.pass === 'portal') return portalEveryMs;
  return sweep?.pass === 'all' ? syncedKind(sweep.kind).sweepAllEveryMs : recentEveryMs;
};

/** A worker with several places keeps one for recent changes: else passes over all records would keep these waiting. */
const placesOf = (free: number, held: number): FreePlaces => ({
  all: free,
  forWhole: free + held > 1 ? Math.max(0, free - 1) : free,
});
