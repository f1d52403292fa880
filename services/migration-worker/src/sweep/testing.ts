import type {
  CheckedPage,
  LeaseState,
  LinkedPage,
  RunWait,
  SweepOrder,
  SweptRecord,
} from '@ridgeline/contracts/internal';
import { afterEach } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { RunStopped } from '../base/run-errors.ts';
import { aLease } from '../lease/testing/a-lease.ts';
import { objectMigrationOf } from '../objects/index.ts';
import type {
  ComparedPage,
  Renewal,
  Offer,
  ReadBackPage,
  ReportedPage,
  SweepGrant,
  SweepReport,
  SweepService,
} from '../orchestrator/orchestrator.ts';
import type { HeldRun } from '../orchestrator/record-ledger.ts';
import { sweepMetrics } from '../report/sweep-metrics.ts';
import { companySecrets } from '../testing/bench-company.ts';
import type { OpenVendors } from '../vendors/run-vendors.ts';
import { runSweep, type SweepServices } from './run-sweep.ts';
import { jointReports } from './sweep-reporter.ts';

/** The current time: a search for recently created records ends with the day after it. */
export const claimedAt = new Date().toISOString();

/** A sweep of all contacts from the start, unless the test says otherwise. */
export const anOrder = (change: Partial<SweepOrder> = {}): SweepOrder => ({
  connectionId: companySecrets.connectionId,
  companyId: companySecrets.companyId,
  migrationType: 'contacts',
  pass: 'all',
  since: '2026-11-20T08:00:00.000Z',
  after: '2026-11-25T09:30:00.000Z',
  cursor: null,
  ...change,
});

/** The orchestrator's side of sweeps in memory: the states of records, what is due, and the sweep's position. */
export class FakeSweeps implements SweepService {
  order: SweepOrder;
  readonly states = new Map<string, string>();
  /** Records that differed from their state, or had none. */
  due: SweptRecord[] = [];
  readonly pages: ReportedPage[] = [];
  ends = 0;
  /** The calls of all pages and the end. */
  calls = 0;
  state: LeaseState = 'held';
  readonly released: (RunWait | undefined)[] = [];
  /** The worker dies after this many more pages. */
  diesAfter = Infinity;
  onPage: (page: ReportedPage) => Promise<unknown> = () => Promise.resolve();

  constructor(order: SweepOrder = anOrder()) {
    this.order = order;
  }

  /** The ids of all reported records. */
  get reportedIds(): string[] {
    return this.pages.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));
  }

  claim(): Promise<SweepGrant> {
    return Promise.resolve({ epoch: 1, leaseMs: 60_000, claimedAt, sweep: this.order });
  }

  renew(_free: number, runs: readonly HeldRun[]): Promise<Renewal<Offer>> {
    const states = runs.map(({ runId }) => ({ runId, state: this.state, uncounted: 0 }));
    return Promise.resolve({ runs: states, offers: [], isWorkOpen: true, renewedAt: claimedAt });
  }

  release(_sweep: HeldRun, wait?: RunWait): Promise<void> {
    this.released.push(wait);
    return Promise.resolve();
  }

  async reportPage(_sweep: HeldRun, page: ReportedPage, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.pages.push(page);
    this.calls += page.calls;
    this.order = { ...this.order, cursor: page.cursor };
    for (const record of page.records) {
      if (this.states.get(record.sourceId) !== record.digest) this.due.push(record);
      this.states.set(record.sourceId, record.digest);
    }
    await this.onPage(page);
    this.diesAfter -= 1;
    if (this.diesAfter <= 0) throw new RunStopped('lost');
  }

  async reportJointly(reports: readonly SweepReport[]): Promise<readonly number[]> {
    const lost: number[] = [];
    for (const { sweep, page, end } of reports)
      try {
        if (page) await this.reportPage(sweep, page, AbortSignal.any([]));
        if (end) await this.end(sweep, end.calls);
      } catch (error) {
        if (!(error instanceof RunStopped)) throw error;
        lost.push(sweep.runId);
      }
    return lost;
  }

  /** Pages of linked records that are still to be compared, and what was reported of them. */
  linked: LinkedPage[] = [];
  readonly compared: ComparedPage[] = [];

  linkedRecords(_sweep: HeldRun, signal: AbortSignal): Promise<LinkedPage> {
    signal.throwIfAborted();
    return Promise.resolve(this.linked[0] ?? { records: [], place: {}, next: null });
  }

  reportCompared(_sweep: HeldRun, page: ComparedPage): Promise<void> {
    this.compared.push(page);
    this.linked = this.linked.slice(1);
    return Promise.resolve();
  }

  /** Pages of what a migration wrote that are still to be checked, and what was reported of them. */
  written: CheckedPage[] = [];
  readonly readBack: ReadBackPage[] = [];
  /** Why a check failed. */
  problem: string | undefined;

  writtenPage(_sweep: HeldRun, signal: AbortSignal): Promise<CheckedPage> {
    signal.throwIfAborted();
    return Promise.resolve(this.written[0] ?? { records: [], place: {}, next: null });
  }

  reportReadBack(_sweep: HeldRun, page: ReadBackPage): Promise<void> {
    this.diesAfter -= 1;
    if (this.diesAfter < 0) return Promise.reject(new RunStopped('lost'));
    this.readBack.push(page);
    this.written = this.written.slice(1);
    return Promise.resolve();
  }

  end(_sweep: HeldRun, calls: number, _signal?: AbortSignal, problem?: string): Promise<void> {
    this.problem = problem;
    this.ends += 1;
    this.calls += calls;
    this.order = { ...this.order, cursor: null };
    return Promise.resolve();
  }
}

const leases: Disposable[] = [];
afterEach(() => {
  for (const lease of leases.splice(0)) lease[Symbol.dispose]();
});

/** Sweeps over these vendors, for the orchestrator in memory. */
export function sweeping(
  orchestrator: FakeSweeps,
  openVendors: OpenVendors,
  change: Partial<SweepServices> = {},
) {
  const refusals: string[] = [];
  const services: SweepServices = {
    orchestrator,
    reports: jointReports(orchestrator, 0),
    objectOf: objectMigrationOf,
    secrets: () => Promise.resolve(companySecrets),
    openVendors,
    tellRefusal: (_owner, vendor) => Promise.resolve(void refusals.push(vendor)),
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: sweepMetrics(new Registry(), 2),
    ...change,
  };
  /** One worker claims the sweep, and works on it until it leaves it. */
  const begin = () => {
    const lease = aLease({ grantedAt: claimedAt });
    leases.push(lease);
    return { lease, exit: runSweep(services, { claimedAt, sweep: orchestrator.order }, lease) };
  };
  return { services, orchestrator, refusals, begin, run: () => begin().exit };
}
