import type { SweepReport } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { syncedKind } from '../sync-state/synced-kinds.ts';
import { takePages, type ComparedPage, type SweptPage } from './compare-page.ts';
import { fenceSweeps, type FencedSweep } from './fenced-sweeps.postgres.ts';
import { endSweeps, type HeldSweep } from './sweep-lease-store.postgres.ts';

/** The result of reports about several sweeps. */
export interface TakenReports {
  readonly compared: readonly ComparedPage[];
  /** Sweeps whose lease the worker has lost: their reports are rejected. */
  readonly lost: readonly number[];
}

/**
 * Processes reports of different sweeps, in the caller's transaction (ADR 77, 4):
 *
 *  1. lock the rows of the connections, then those of the sweeps, so that the lists, the switches and the leases do not change
 *  2. find the differences
 *  3. make due what must be copied, with a finding if an event should have reported it
 *  4. store the positions of the sweeps, and end those that are over
 */
export async function takeReports(
  tx: Tx,
  reports: readonly SweepReport[],
  missedAfterMs: number,
): Promise<TakenReports> {
  const fenced = await fenceSweeps(tx, reports);
  const held = reports.flatMap((report) => {
    const sweep = fenced.get(report.sweepId);
    return sweep ? [{ ...report, sweep }] : [];
  });
  const pages = held.flatMap(({ sweep, page }) => (page ? [{ sweep, page }] : []));
  const compared = await takePages(tx, pages, missedAfterMs);
  await endSweeps(
    tx,
    held.flatMap(({ sweepId, epoch, sweep, end }) =>
      end ? [{ sweepId, epoch, calls: end.calls, everyMs: intervalOf(sweep) }] : [],
    ),
  );
  const lost = reports.flatMap(({ sweepId }) => (fenced.has(sweepId) ? [] : sweepId));
  return { compared, lost };
}

/** Takes a page of one sweep in the same way. Throws `run.lease_lost`. */
export async function takePage(
  tx: Tx,
  held: HeldSweep,
  page: SweptPage,
  missedAfterMs: number,
): Promise<ComparedPage> {
  const { sweepId, epoch } = held;
  const [compared] = (await takeReports(tx, [{ sweepId, epoch, page, end: null }], missedAfterMs)).compared;
  if (!compared) throw new AppError('run.lease_lost');
  return compared;
}

/** How often sweeps for recent changes, and of HubSpot, are due. */
const recentEveryMs = 15 * 60_000;
const portalEveryMs = 24 * 60 * 60_000;

/** How often a sweep is due. */
export function intervalOf({ pass, kind }: Pick<FencedSweep, 'pass' | 'kind'>): number {
  if (pass === 'portal') return portalEveryMs;
  return pass === 'all' ? syncedKind(kind).sweepAllEveryMs : recentEveryMs;
}
