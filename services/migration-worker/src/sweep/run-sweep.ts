import {
  maxSwept,
  type ConnectionSecrets,
  type RunWait,
  type SweepOrder,
} from '@ridgeline/contracts/internal';
import { withLogContext, withSpan, type Logger } from '@ridgeline/kit';
import { chunk } from '../base/collections.ts';
import { RunFailed, RunStopped, type Vendor } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { SyncRules } from '../object-migration/sync-rules.ts';
import type { SweepGrant, SweepService } from '../orchestrator/orchestrator.ts';
import type { SweepMetrics, SweepResult } from '../report/sweep-metrics.ts';
import type { RunExit } from '../run/run-slots.ts';
import { runVendors, type OpenVendors } from '../vendors/run-vendors.ts';
import { WaitTracker } from '../waiting/wait-tracker.ts';
import { WaitWatch } from '../waiting/wait-watch.ts';
import { checkMigration } from './check-migration.ts';
import { comparePortal } from './compare-portal.ts';
import { CountedCalls } from './counted-calls.ts';
import { SweepReporter, type JointReports } from './sweep-reporter.ts';

/*
 * A held sweep (ADR 77): credentials ─> vendors ─> { a page is read ─> reported with the cursor after it } ─> end. It writes
 * nothing: records that differ become due when their page is reported, together with those of other sweeps
 * (sweep-reporter.ts). The pass `portal` reads HubSpot (compare-portal.ts), and `written` checks a migration
 * (check-migration.ts). How a sweep leaves this worker:
 *
 *   all pages are reported            ─> 'over', 'done': the orchestrator ends the lease
 *   a wait of `patience.maxMs`        ─> handed back for when it is over, 'waits'; the next worker continues at the cursor
 *   RunFailed: a vendor's rejection   ─> handed back for 5 minutes, 'rejected'; a rejected credential is reported. The check of a
 *                                        migration ends with it
 *   any other error                   ─> handed back for a minute, 'failed', and logged as an error
 *   RunStopped: 'shutdown', 'yield'   ─> handed back
 *   RunStopped: 'lost'                ─> 'lost'
 */

/** What a sweep begins with. */
type SweepStart = Pick<SweepGrant, 'sweep' | 'claimedAt'>;

/** The connection whose records a sweep reads. */
type SweepOwner = Pick<SweepOrder, 'connectionId' | 'companyId'>;

/** Dependencies shared by all sweeps of the worker. */
export interface SweepServices {
  readonly orchestrator: Omit<SweepService, 'claim' | 'renew' | 'release' | 'reportJointly' | 'reportPage'>;
  /** Reports of all sweeps of AccuLynx. */
  readonly reports: JointReports;
  readonly objectOf: (migrationType: string) => ObjectMigration | undefined;
  /** The connection's credentials; waits for the connection service. */
  readonly secrets: (owner: SweepOwner, signal: AbortSignal) => Promise<ConnectionSecrets>;
  readonly openVendors: OpenVendors;
  /** A vendor refused the connection's credential: notifies the connection service. */
  readonly tellRefusal: (owner: SweepOwner, vendor: Vendor, signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  readonly metrics: SweepMetrics;
}

/** Twice the time after which a background call gets a migration's priority: it should not have to wait for that again. */
const patience = { maxMs: 60_000 };
/** How long a sweep is not resumed after a vendor's rejection, and after one of our own errors. */
const afterRejectionMs = 5 * 60_000;
const afterErrorMs = 60_000;

const otherPortal =
  'The connection leads to another HubSpot portal by now than the one that this migration wrote to.';
/** An unknown portal counts as the same. */
const isOther = (wrote: string | null | undefined, leadsTo: string | null): boolean =>
  Boolean(wrote) && leadsTo !== null && wrote !== leadsTo;

const ourFault = 'An error on our side';

/** Works on a claimed sweep until it ends, is handed back or is taken away. Never rejects. */
export function runSweep(services: SweepServices, grant: SweepStart, lease: Lease): Promise<RunExit> {
  const { companyId, connectionId, pass } = grant.sweep;
  return withLogContext({ companyId, connectionId }, () =>
    withSpan('sweep', { 'ridgeline.sweep': lease.runId, 'ridgeline.pass': pass }, async () => {
      const { result, wait } = await leaving(services, grant, lease);
      services.metrics.sweepLeft(result);
      if (result === 'done' || (result === 'rejected' && pass === 'written')) return { exit: 'over' };
      return result === 'lost' ? { exit: 'lost' } : { exit: 'handed-back', ...(wait ? { wait } : {}) };
    }),
  );
}

/** How a sweep leaves this worker, and how long it is not resumed. */
async function leaving(
  services: SweepServices,
  grant: SweepStart,
  lease: Lease,
): Promise<{ readonly result: SweepResult; readonly wait?: RunWait | null }> {
  const { logger, tellRefusal } = services;
  const waits = new WaitTracker();
  using watch = new WaitWatch(waits, lease, patience);
  try {
    await sweepToEnd(services, grant, lease, waits);
    return { result: 'done' };
  } catch (error) {
    const reason = error instanceof RunStopped ? error.reason : lease.stopReason;
    if (reason === 'lost' || lease.stopReason === 'lost') return { result: 'lost' };
    if (reason !== null) return { result: watch.wait ? 'waits' : 'handed_back', wait: watch.wait };
    if (error instanceof RunFailed && !error.isOurs) {
      logger.warn({ failure: error.problem }, 'A sweep was rejected; it is tried again later');
      if (error.refusedBy) await tellRefusal(grant.sweep, error.refusedBy, lease.lost);
      const reason = error.problem.slice(0, 500);
      if (grant.sweep.pass === 'written' && !(await isEnded(services, lease, reason)))
        return { result: 'lost' };
      return { result: 'rejected', wait: { ms: afterRejectionMs, reason } };
    }
    logger.error({ err: error }, 'A sweep stopped because of an unexpected error; it is tried again');
    return { result: 'failed', wait: { ms: afterErrorMs, reason: ourFault } };
  }
}

/** Ends a check that failed; false when the lease is lost before that, in which case the next worker finds the same. */
async function isEnded({ orchestrator }: SweepServices, lease: Lease, problem: string): Promise<boolean> {
  return orchestrator.end(lease, 0, lease.lost, problem).then(
    () => true,
    () => false,
  );
}

async function sweepToEnd(
  services: SweepServices,
  { sweep: order, claimedAt }: SweepStart,
  lease: Lease,
  waits: WaitTracker,
): Promise<void> {
  const { orchestrator, metrics } = services;
  const object = objectOf(services, order);
  const fetch = () => services.secrets(order, lease.stopping);
  const secrets = await fetch();
  const vendors = services.openVendors({ guard: lease, waits });
  const opened = runVendors(secrets, { vendors, fetch, waits, lease });
  if (order.pass === 'written') {
    if (isOther(order.portalId, secrets.hubSpotPortalId)) throw new RunFailed(otherPortal);
    await checkMigration({ orchestrator, object, hubspot: opened.hubspot, lease });
    await orchestrator.end(lease, 0, lease.stopping);
    return;
  }
  if (order.pass === 'portal') {
    const { comparison: rules } = object;
    if (rules) await comparePortal({ orchestrator, object, rules, hubspot: opened.hubspot, lease });
    await orchestrator.end(lease, 0, lease.stopping);
    return;
  }
  const acculynx = new CountedCalls(opened.acculynx, () => metrics.called(1));
  const question = { acculynx, order, deals: secrets.deals, signal: lease.stopping };
  await using reporter = new SweepReporter(services.reports, lease);
  let { cursor } = order;
  for await (const page of syncOf(object).sweep(question)) {
    const packs = page.records.length > 0 ? chunk(page.records, maxSwept) : [[]];
    for (const [index, records] of packs.entries()) {
      if (index === packs.length - 1) ({ cursor } = page);
      const reported = { readAt: page.readAt ?? claimedAt, records, cursor, calls: acculynx.take() };
      await reporter.page(reported);
    }
  }
  await reporter.end(acculynx.take());
}

function objectOf({ objectOf: known }: SweepServices, { migrationType }: SweepOrder): ObjectMigration {
  const object = known(migrationType);
  if (object) return object;
  throw new RunFailed(`This version of Ridgeline does not copy ${migrationType}.`, { isOurs: true });
}

function syncOf({ sync, type }: ObjectMigration): SyncRules {
  if (sync) return sync;
  throw new RunFailed(`This version of Ridgeline does not sync ${type.noun.many}.`, { isOurs: true });
}
