import { afterEach, describe, expect, test } from '@jest/globals';
import { aLease } from '../lease/testing/a-lease.ts';
import type { HeldLease } from '../lease/held-lease.ts';
import type { ReportedPage, SweepReport } from '../orchestrator/orchestrator.ts';
import { jointReports, SweepReporter, type JointReports } from './sweep-reporter.ts';
import { claimedAt, FakeSweeps } from './testing.ts';

const leases: HeldLease[] = [];
const begun: JointReports[] = [];
afterEach(() => {
  // Waiting reports have a timer.
  for (const reports of begun.splice(0)) reports.flush();
  for (const lease of leases.splice(0)) lease[Symbol.dispose]();
});

function held(runId: number): HeldLease {
  const lease = aLease({ runId });
  leases.push(lease);
  return lease;
}

const aPage = (page: number): ReportedPage => ({
  readAt: claimedAt,
  records: [],
  cursor: { page },
  calls: 1,
});

/** An orchestrator that records which sweeps each call reports; in the previous release it does not know this call. */
class NotedSweeps extends FakeSweeps {
  readonly joint: unknown[] = [];
  isOfBefore = false;

  override reportJointly(reports: readonly SweepReport[]): Promise<readonly number[]> {
    if (this.isOfBefore) return Promise.reject(new Error('404'));
    this.joint.push(reports.map(({ sweep, page, end }) => [sweep.runId, page?.cursor, end]));
    return super.reportJointly(reports);
  }
}

/** Reporters whose reports wait for a long time, unless they are sent earlier. */
function reporters() {
  const orchestrator = new NotedSweeps();
  const reports = jointReports(orchestrator, 3_600_000);
  begun.push(reports);
  return { orchestrator, reports, of: (runId: number) => new SweepReporter(reports, held(runId)) };
}

describe('Sweeps are reported', () => {
  test('When several have read their only page, then one call reports the pages and the ends', async () => {
    const { orchestrator, reports, of } = reporters();
    const [one, other] = [of(1), of(2)];
    await one.page(aPage(1));
    await other.page(aPage(1));
    const ended = Promise.all([one.end(0), other.end(2)]);
    expect(orchestrator.joint).toEqual([]);
    reports.flush();
    await ended;
    expect(orchestrator.joint).toEqual([
      [
        [1, { page: 1 }, { calls: 0 }],
        [2, { page: 1 }, { calls: 2 }],
      ],
    ]);
  });

  test('When the next page is read, then the one before waits no longer, and takes those of others with it', async () => {
    const { orchestrator, of } = reporters();
    const [long, short] = [of(1), of(2)];
    await short.page(aPage(9));
    await long.page(aPage(1));
    await long.page(aPage(2));
    expect(orchestrator.joint).toEqual([
      [
        [2, { page: 9 }, null],
        [1, { page: 1 }, null],
      ],
    ]);
  });

  test('When a sweep is left, then its last page is reported before', async () => {
    const { orchestrator, of } = reporters();
    await (async () => {
      await using reporter = of(1);
      await reporter.page(aPage(1));
    })();
    expect(orchestrator.joint).toEqual([[[1, { page: 1 }, null]]]);
  });

  test('When one lease is lost, then that sweep ends, and not the others', async () => {
    const { orchestrator, reports, of } = reporters();
    orchestrator.diesAfter = 2;
    const [other, lost] = [of(1), of(2)];
    await other.page(aPage(1));
    await lost.page(aPage(1));
    const ended = [other.end(0), lost.end(0)];
    reports.flush();
    expect(await Promise.allSettled(ended)).toMatchObject([
      { status: 'fulfilled' },
      { reason: { reason: 'lost' } },
    ]);
  });

  test('When the orchestrator is of the release before, then each page and each end has a call of its own', async () => {
    const { orchestrator, reports, of } = reporters();
    orchestrator.isOfBefore = true;
    const reporter = of(1);
    await reporter.page(aPage(1));
    const ended = reporter.end(3);
    reports.flush();
    await ended;
    expect([orchestrator.pages.length, orchestrator.ends, orchestrator.calls]).toEqual([1, 1, 4]);
  });
});
