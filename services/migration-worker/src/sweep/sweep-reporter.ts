import { maxReports } from '@ridgeline/contracts/internal';
import { Gathering } from '../base/gathering.ts';
import { RunStopped } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { ReportedPage, SweepReport, SweepService } from '../orchestrator/orchestrator.ts';

/** A report that waits to be sent together with those of other sweeps. */
interface WaitingReport extends SweepReport {
  readonly sweep: Lease;
  end: SweepReport['end'];
}

/** The reports of all sweeps of a worker: each waits up to `gatherMs` for others, to be sent in one call. */
export type JointReports = Gathering<WaitingReport, 'taken' | 'lost'>;

export function jointReports(
  orchestrator: Pick<SweepService, 'reportJointly' | 'reportPage' | 'end'>,
  gatherMs: number,
): JointReports {
  return new Gathering<WaitingReport, 'taken' | 'lost'>({
    gatherMs,
    max: maxReports,
    ask: async (reports) => {
      const lost = new Set(await orchestrator.reportJointly(reports));
      return reports.map(({ sweep: { runId } }) => (lost.has(runId) ? 'lost' : 'taken'));
    },
    askAlone: async ({ sweep, page, end }) => {
      if (page) await orchestrator.reportPage(sweep, page, sweep.stopping);
      if (end) await orchestrator.end(sweep, end.calls, sweep.stopping);
      return 'taken';
    },
  });
}

/**
 * Reports the pages of one sweep in order. A page is reported while the next one is read; once that is read, the report waits
 * no longer. The last page and the end are one report. Throws `RunStopped` when the lease is lost.
 */
export class SweepReporter implements AsyncDisposable {
  readonly #reports: JointReports;
  readonly #sweep: Lease;
  #last: { readonly report: WaitingReport; readonly taken: Promise<'taken' | 'lost'> } | undefined;

  constructor(reports: JointReports, sweep: Lease) {
    this.#reports = reports;
    this.#sweep = sweep;
  }

  async page(page: ReportedPage): Promise<void> {
    await this.#untilTaken();
    this.#report({ page, end: null });
  }

  /** All pages were reported; resolves when this is confirmed. `calls`: since the last page. */
  async end(calls: number): Promise<void> {
    const last = this.#last?.report;
    if (last && this.#reports.isWaiting(last)) last.end = { calls };
    else {
      await this.#untilTaken();
      this.#report({ page: null, end: { calls } });
    }
    await this.#answer();
  }

  /** Sends waiting reports, so that the next worker continues after them. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#untilTaken().catch(() => undefined);
  }

  #report(report: Pick<WaitingReport, 'page' | 'end'>): void {
    const waiting = { sweep: this.#sweep, ...report };
    const taken = this.#reports.ask(waiting);
    // The error is thrown when the report is awaited.
    taken.catch(() => undefined);
    this.#last = { report: waiting, taken };
  }

  async #untilTaken(): Promise<void> {
    if (this.#last && this.#reports.isWaiting(this.#last.report)) this.#reports.flush();
    await this.#answer();
  }

  async #answer(): Promise<void> {
    if ((await this.#last?.taken) === 'lost') throw new RunStopped('lost');
  }
}
