import {
  Circuit,
  endlessly,
  withRetries,
  type CallHooks,
  type CallReport,
  type Ok,
  type Rejected,
  type VendorOutcome,
  type VendorProblem,
} from '@ridgeline/vendor-http';
import type { Lease } from '../lease/lease.ts';
import { RunFailed, type Vendor } from '../run/run-stop.ts';
import type { WaitBoard, Waiting } from '../waiting/wait-board.ts';
import { limitReason, silenceMs, silenceReason, waitReason } from '../waiting/wait-reason.ts';
import type { Pace } from './pace.ts';
import { refusalText } from './refusal-text.ts';

export interface VendorLineOptions {
  readonly vendor: Vendor;
  readonly pace: Pace;
  readonly lease: Pick<Lease, 'assertHeld'>;
  readonly board: WaitBoard;
  /** Told of each call that was made. */
  readonly onCall?: (vendor: Vendor, report: CallReport) => void;
  /** Reads the window's size from an answer's headers, where the vendor tells it. */
  readonly limitIn?: (headers: Headers) => number | null;
}

/** A run's way to one vendor: paced, patient, and closed as soon as the lease is lost. */
export interface VendorLine {
  readonly hooks: CallHooks;
  /**
   * Makes a call and repeats it as long as the vendor limits it or is not reachable. Throws `RunFailed` when the
   * credential is refused, and the signal's reason when aborted.
   */
  settle<Value, Problem extends VendorProblem>(
    signal: AbortSignal,
    call: () => Promise<VendorOutcome<Value, Problem>>,
  ): Promise<Ok<Value> | Rejected<Problem>>;
}

/** Opens a run's way to one vendor. */
export function vendorLine(options: VendorLineOptions): VendorLine {
  const { vendor, pace, lease, board, onCall, limitIn } = options;
  // A portal has one run at a time, so that what a run's calls share is what the account's calls share.
  const circuit = new Circuit(endlessly);

  const hooks: CallHooks = {
    async beforeCall({ signal }) {
      const waiting = board.begin(limitReason(vendor));
      try {
        await pace.acquire(signal);
      } finally {
        waiting.end();
      }
      // After the wait, right before the call: a worker that lost its lease meanwhile must not write any more.
      lease.assertHeld();
    },
    whileCalling() {
      const waiting = board.begin(silenceReason(vendor), { tellAfterMs: silenceMs });
      return () => waiting.end();
    },
    afterCall(_request, report) {
      onCall?.(vendor, report);
      const limit = report.headers ? limitIn?.(report.headers) : null;
      if (limit) void pace.learn(limit);
    },
  };

  return {
    hooks,
    async settle(signal, call) {
      let waiting: Waiting | null = null;
      const since = board.now();
      const outcome = await withRetries(endlessly, call, {
        signal,
        circuit,
        onWait: (wait) => {
          if (wait === null) {
            waiting?.end();
            return;
          }
          const reason = waitReason(vendor, wait.cause);
          waiting ??= board.begin(reason, { since });
          waiting.because(reason);
          if (wait.cause.outcome === 'limited') void pace.holdBack(wait.cause.retryAfterMs);
        },
      });
      if (outcome.outcome === 'refused')
        throw new RunFailed(refusalText(vendor, outcome), { refusedBy: vendor });
      if (outcome.outcome === 'limited' || outcome.outcome === 'unavailable')
        throw new RunFailed(waitReason(vendor, outcome).text);
      return outcome;
    },
  };
}
