import { unboundedRetry } from '@ridgeline/kit';
import {
  CircuitBreaker,
  withRetries,
  type CallHooks,
  type CallReport,
  type Ok,
  type Rejected,
  type VendorOutcome,
  type VendorProblem,
} from '@ridgeline/vendor-http';
import { RunFailed, type Vendor } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import { limitReason, silenceMs, silenceReason, waitReason } from '../waiting/wait-reason.ts';
import type { WaitTracker, Waiting } from '../waiting/wait-tracker.ts';
import type { Pace } from './pace.ts';
import { refusalText } from './refusal-text.ts';

export interface RunVendorClientOptions {
  readonly vendor: Vendor;
  readonly pace: Pace;
  readonly lease: Pick<Lease, 'untilHeld' | 'isValid'>;
  readonly waits: WaitTracker;
  /** Told of each call that was made. */
  readonly onCall?: (vendor: Vendor, report: CallReport) => void;
  /** Reads the window's size from an answer's headers, where the vendor tells it. */
  readonly limitIn?: (headers: Headers) => number | null;
}

/** What may end a call, and who hears of it: the run's stop ends every wait before it and between its repetitions, the grace ends it itself. */
export interface CallSignals {
  /** Until when the call may be begun, or begun again. */
  readonly waiting: AbortSignal;
  /** Until when a call that is out may go on. */
  readonly calling: AbortSignal;
  /** Told right before the call goes out: from then on it may have been heard. */
  readonly onCall?: () => void;
}

/** The same signal for both: for what changes nothing at the vendor. */
export const reading = (signal: AbortSignal): CallSignals => ({ waiting: signal, calling: signal });

/** A run's way to one vendor: paced, patient, and closed as soon as the lease is lost. */
export interface RunVendorClient {
  readonly hooks: CallHooks;
  /**
   * Makes a call and repeats it as long as the vendor limits it or is not reachable. Throws `RunFailed` when the
   * credential is refused, and a signal's reason when aborted.
   */
  settle<Value, Problem extends VendorProblem>(
    signals: CallSignals,
    call: (signal: AbortSignal) => Promise<VendorOutcome<Value, Problem>>,
  ): Promise<Ok<Value> | Rejected<Problem>>;
}

/** Opens a run's way to one vendor. */
export function runVendorClient(options: RunVendorClientOptions): RunVendorClient {
  const { vendor, pace, lease, waits, onCall, limitIn } = options;
  // A portal has one run at a time, so that what a run's calls share is what the account's calls share.
  const circuit = new CircuitBreaker(unboundedRetry);

  const hooks: CallHooks = {
    whileCalling() {
      const waiting = waits.begin(silenceReason(vendor), { tellAfterMs: silenceMs });
      return () => waiting.end();
    },
    afterCall(_request, report) {
      onCall?.(vendor, report);
      void pace.heard?.(report);
      const limit = report.headers ? limitIn?.(report.headers) : null;
      if (limit) void pace.learn(limit);
    },
  };

  const place = async (signal: AbortSignal): Promise<void> => {
    const reason = limitReason(vendor);
    const waiting = waits.begin(reason);
    try {
      await pace.acquire(signal, (ms) => waiting.because(reason, ms));
    } finally {
      waiting.end();
    }
    signal.throwIfAborted();
  };

  // The lease is looked at right before the call: a worker that lost it meanwhile must not write any more. A place is good
  // for that moment only: those that waited for a lease with it would all go out together.
  const admitted = async (signal: AbortSignal): Promise<void> => {
    do {
      await lease.untilHeld(signal);
      await place(signal);
    } while (!lease.isValid);
  };

  return {
    hooks,
    async settle(signals, call) {
      let wait: Waiting | null = null;
      const since = waits.now();
      const outcome = await withRetries(
        unboundedRetry,
        async () => {
          await admitted(signals.waiting);
          signals.onCall?.();
          return call(signals.calling);
        },
        {
          signal: signals.waiting,
          circuit,
          onWait: (pause) => {
            if (pause === null) {
              wait?.end();
              return;
            }
            const reason = waitReason(vendor, pause.cause);
            wait ??= waits.begin(reason, { since });
            wait.because(reason, pause.ms);
            const { outcome: kind, retryAfterMs } = pause.cause;
            if (kind === 'limited' && retryAfterMs !== null) void pace.holdBack(retryAfterMs);
          },
        },
      );
      waits.cameOn();
      if (outcome.outcome === 'refused')
        throw new RunFailed(refusalText(vendor, outcome), { refusedBy: vendor });
      if (outcome.outcome === 'limited' || outcome.outcome === 'unavailable')
        throw new RunFailed(waitReason(vendor, outcome).text);
      return outcome;
    },
  };
}
