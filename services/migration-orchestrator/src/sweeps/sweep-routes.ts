import {
  claimSweep as claimEndpoint,
  endSweep as endEndpoint,
  releaseSweep as releaseEndpoint,
  renewSweeps,
  reportSweeps,
  reportSweptPage,
} from '@ridgeline/contracts/internal';
import { AppError, bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { claimCheck, endCheck, noteCheckWaits } from '../checks/check-lease.postgres.ts';
import { bindCheckWorkerRoutes } from '../checks/check-worker-routes.ts';
import { databaseTime } from '../migration-state/database-time.postgres.ts';
import type { ComparedPage } from './compare-page.ts';
import { sweepOf } from './fenced-sweeps.postgres.ts';
import { offerSweeps } from './offer-sweeps.ts';
import { claimSweep, endSweeps, releaseSweep, renewSweepLeases } from './sweep-lease-store.postgres.ts';
import { intervalOf, takePage, takeReports } from './take-reports.ts';

/** Dependencies of workers' calls. Renewals have a pool of their own. */
export interface SweepParts {
  readonly db: Database;
  readonly renewals: Database;
  readonly leaseMs: number;
  /** A finding counts as missed when no event arrives for this long. */
  readonly missedAfterMs: number;
  readonly count: (page: ComparedPage) => void;
  readonly onChange: (connectionId: number) => void;
}

/** Workers' calls about sweeps, and about checks of migrations, which are leased in the same way. */
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

  // None of its statements waits for a lock.
  bindForService(router, renewSweeps, ({ body }) =>
    renewals.forSystem(async (tx) => ({
      sweeps: await renewSweepLeases(tx, body, leaseMs),
      ...(await offerSweeps(tx, body, leaseMs)),
      renewedAt: (await databaseTime(tx)).toISOString(),
    })),
  );

  const note = (compared: ComparedPage): void => {
    count(compared);
    if (compared.due > 0) onChange(compared.connectionId);
  };

  bindForService(router, reportSweeps, async ({ body: { reports } }) => {
    const { compared, lost } = await db.forSystem((tx) => takeReports(tx, reports, missedAfterMs));
    for (const page of compared) note(page);
    return { lost: [...lost] };
  });

  bindForService(router, reportSweptPage, async ({ params, body: { epoch, ...page } }) => {
    const held = { sweepId: params.id, epoch };
    const compared = await db.forSystem((tx) => takePage(tx, held, page, missedAfterMs));
    note(compared);
    return {};
  });

  bindForService(router, endEndpoint, async ({ params, body: { epoch, calls, problem = null } }) => {
    await db.forSystem(async (tx) => {
      const known = await sweepOf(tx, params.id);
      if (known?.pass === 'written') return endCheck(tx, { checkId: params.id, epoch }, problem);
      const end = { sweepId: params.id, epoch, calls, everyMs: known ? intervalOf(known) : 0 };
      if ((await endSweeps(tx, [end])).length === 0) throw new AppError('run.lease_lost');
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
