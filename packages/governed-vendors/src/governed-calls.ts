import {
  CircuitBreaker,
  withRetries,
  type CallHooks,
  type VendorOutcome,
  type VendorProblem,
  type Wait,
} from '@ridgeline/vendor-http';
import type { OnCall } from './call-metrics.ts';
import type { CallSignals } from './call-signals.ts';
import { untoldWaits, type CallWaits, type Waiting } from './call-waits.ts';
import type { Pace } from './pace.ts';
import type { Patience } from './patience.ts';
import type { Vendor } from './vendor.ts';
import { limitReason, paceReason, silenceReason, waitReason } from './wait-reason.ts';

/** The right to call, which may be lost meanwhile: a run's lease. */
export interface CallGuard {
  /** Resolves when a call may be begun. Throws when none may any more, and the signal's reason when aborted. */
  untilHeld(signal: AbortSignal): Promise<void>;
  readonly isValid: boolean;
}

/** What a caller adds of its own. */
export interface CallerParts {
  readonly guard?: CallGuard;
  readonly waits?: CallWaits;
}

export interface GovernedCallsOptions extends CallerParts {
  readonly vendor: Vendor;
  readonly pace: Pace;
  readonly patience: Patience;
  readonly onCall?: OnCall | undefined;
  /** Reads the window's size from an answer's headers, where the vendor tells it. */
  readonly limitIn?: ((headers: Headers) => number | null) | undefined;
}

type VendorCall<Value, Problem extends VendorProblem> = (
  signal: AbortSignal,
) => Promise<VendorOutcome<Value, Problem>>;

/** The way to one vendor with one credential: paced, and as patient as its caller. */
export interface GovernedCalls {
  /** For the client that makes the calls: they let each of them wait for its place, and learn from its answers. */
  readonly hooks: CallHooks;
  /**
   * Makes a call, and again while the vendor limits it or is not reachable, as far as the patience goes. Throws what the
   * guard throws, and a signal's reason when aborted.
   */
  attempt<Value, Problem extends VendorProblem>(
    signals: CallSignals,
    call: VendorCall<Value, Problem>,
  ): Promise<VendorOutcome<Value, Problem>>;
  /** Makes a call once, whatever comes of it. */
  once<Value, Problem extends VendorProblem>(
    signals: CallSignals,
    call: VendorCall<Value, Problem>,
  ): Promise<VendorOutcome<Value, Problem>>;
}

const unguarded: CallGuard = { untilHeld: () => Promise.resolve(), isValid: true };

const neverAborted = new AbortController().signal;

/** Opens the way to one vendor. */
export function governedCalls(options: GovernedCallsOptions): GovernedCalls {
  const { vendor, pace, patience, guard = unguarded, waits = untoldWaits, onCall, limitIn } = options;
  const circuit = patience.queuesInOutage ? new CircuitBreaker(patience.policy) : undefined;

  const place = async (signal: AbortSignal): Promise<void> => {
    const waiting = waits.begin(paceReason(vendor));
    try {
      await pace.acquire(signal, ({ ms, isBlocked }) =>
        waiting.because(isBlocked ? limitReason(vendor) : paceReason(vendor), ms),
      );
    } finally {
      waiting.end();
    }
    signal.throwIfAborted();
  };

  // The guard is looked at right before the call: who lost the right to call meanwhile must not write any more. A place is
  // good for that moment only: those that waited for the guard with it would all go out together.
  const admitted = async (signal: AbortSignal): Promise<void> => {
    do {
      await guard.untilHeld(signal);
      await place(signal);
    } while (!guard.isValid);
  };

  // A client's call may be several to the vendor, as for a list with many pages. The place is for the one with which it
  // begins at once; each further one needs a place of its own.
  let isAdmitted = false;
  const begun = <Outcome>(call: () => Promise<Outcome>): Promise<Outcome> => {
    isAdmitted = true;
    try {
      return call();
    } finally {
      isAdmitted = false;
    }
  };

  const once: GovernedCalls['once'] = async (signals, call) => {
    await admitted(signals.waiting);
    signals.onCall?.();
    return begun(() => call(signals.calling));
  };

  /** Tells of the pauses between the repetitions of one call, and lets nobody else run into the same limit. */
  const pauses = (): ((pause: Wait | null) => void) => {
    let told: Waiting | null = null;
    const since = waits.now();
    return (pause) => {
      if (pause === null) {
        told?.end();
        return;
      }
      const reason = waitReason(vendor, pause.cause);
      told ??= waits.begin(reason, since);
      told.because(reason, pause.ms);
      const { outcome, retryAfterMs } = pause.cause;
      if (outcome === 'limited' && retryAfterMs !== null) inBackground(pace.holdBack(retryAfterMs));
    };
  };

  return {
    once,
    attempt: (signals, call) =>
      withRetries(patience.policy, () => once(signals, call), {
        signal: signals.waiting,
        circuit,
        onWait: pauses(),
      }),
    hooks: {
      async beforeCall({ signal = neverAborted }) {
        if (isAdmitted) isAdmitted = false;
        else await admitted(signal);
      },
      whileCalling() {
        const waiting = waits.begin(silenceReason(vendor));
        return () => waiting.end();
      },
      afterCall(request, report) {
        onCall?.(vendor, request, report);
        if (pace.heard) inBackground(pace.heard(report));
        const limit = report.headers ? limitIn?.(report.headers) : null;
        if (limit) inBackground(pace.learn(limit));
      },
    },
  };
}

/** The governor logs itself that Redis is away; what it could not be told, the next answer tells again. */
function inBackground(news: Promise<void>): void {
  news.catch(() => undefined);
}
