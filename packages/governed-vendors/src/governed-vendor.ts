import { interactiveRetry, unboundedRetry, type RetryPolicy } from '@ridgeline/kit';
import {
  CircuitBreaker,
  withRetries,
  type CallHooks,
  type CallSignals,
  type TransportOptions,
  type VendorOutcome,
  type VendorProblem,
  type Wait,
} from '@ridgeline/vendor-http';
import type { OnCall } from './call-metrics.ts';
import type { Vendor } from './fault-texts.ts';
import type { RateLimiter } from './rate-limiter.ts';
import {
  paceReason,
  placeReason,
  silenceReason,
  unreportedWaits,
  waitReason,
  type CallWaits,
  type Waiting,
} from './wait-reason.ts';

// From a call to its request, and what stops it at each step:
//
//   attempt    repeats the call while the vendor limits it or is unreachable      ends by: the retry profile, `waiting`
//    circuit   in an outage one call at a time goes out, the others queue up      ends by: any answer, `waiting`
//    client    makes one or several requests of the call and reads their answers
//     request  each waits here (`beforeCall`), and again until all three hold:
//               guard held    the right to call, a run's lease, is held           ends by: the guard, `waiting`
//               place taken   all budgets of the credential have room             ends by: `waiting`
//               guard valid   the right is still held: a place is valid at this moment only, and requests that waited
//                             for the guard with a place would all go out together
//              then `onCall` is called and the request goes out                   ends by: the timeout, `calling`
//    answer    counted and measured, and read by the rate limiter: what it says about limits holds for all replicas

/** The right to call, which may be lost while a call waits: a run's lease. */
interface CallGuard {
  /** Resolves when a call may begin. Throws when no call may begin any more, and the signal's reason when aborted. */
  untilHeld(signal: AbortSignal): Promise<void>;
  readonly isValid: boolean;
}

/** What a caller adds of its own. */
export interface CallerParts {
  readonly guard?: CallGuard;
  readonly waits?: CallWaits;
}

/** How long a caller tolerates problems of a vendor. */
export interface RetryProfile {
  readonly policy: RetryPolicy;
  /** How long one request may take without an answer, in ms. */
  readonly timeoutMs: number;
  /** Whether calls queue up in an outage and go out one at a time until the vendor is back. */
  readonly queuesInOutage: boolean;
}

/** For background work: repeated for as long as it takes. */
export const backgroundProfile: RetryProfile = {
  policy: unboundedRetry,
  timeoutMs: 30_000,
  queuesInOutage: true,
};

/** For a user who waits: a single call may not use up the time in which another attempt could succeed. */
export const interactiveProfile: RetryProfile = {
  policy: interactiveRetry,
  timeoutMs: 5_000,
  queuesInOutage: false,
};

/** A vendor with one credential. */
export interface GovernedVendor<Client> {
  /** Each of its requests waits for its slot; what must not be repeated is called on it directly. */
  readonly client: Client;
  /**
   * Makes a call, and repeats it while the vendor limits it or is unreachable, as far as the retry profile allows. The call
   * has to pass its signals to the client. Throws what the guard throws, and a signal's reason when aborted.
   */
  attempt<Value, Problem extends VendorProblem>(
    signals: CallSignals,
    call: (client: Client, signals: CallSignals) => Promise<VendorOutcome<Value, Problem>>,
  ): Promise<VendorOutcome<Value, Problem>>;
}

export interface GovernedVendorParts<Client> extends CallerParts {
  readonly vendor: Vendor;
  readonly limiter: RateLimiter;
  readonly profile: RetryProfile;
  readonly onCall?: OnCall | undefined;
  readonly open: (transport: Pick<TransportOptions, 'timeoutMs' | 'hooks'>) => Client;
}

/** Creates the access to one vendor with one credential. */
export function governedVendor<Client>(parts: GovernedVendorParts<Client>): GovernedVendor<Client> {
  const { vendor, limiter, profile, waits = unreportedWaits, open } = parts;
  const { policy, timeoutMs, queuesInOutage } = profile;
  const circuit = queuesInOutage ? new CircuitBreaker(policy) : undefined;
  const client = open({ timeoutMs, hooks: callHooks(parts) });

  /** Reports the pauses between the repetitions of one call, and keeps other calls from running into the same limit. */
  const pauses = (): ((pause: Wait | null) => void) => {
    let reported: Waiting | null = null;
    const since = waits.now();
    return (pause) => {
      if (pause === null) {
        reported?.end();
        return;
      }
      const reason = waitReason(vendor, pause.cause);
      reported ??= waits.begin(reason, since);
      reported.because(reason, pause.ms);
      const { outcome, retryAfterMs } = pause.cause;
      if (outcome === 'limited' && retryAfterMs !== null) inBackground(limiter.holdBack(retryAfterMs));
    };
  };

  return {
    client,
    attempt: (signals, call) =>
      withRetries(policy, () => call(client, signals), {
        signal: signals.waiting,
        circuit,
        onWait: pauses(),
      }),
  };
}

const unguarded: CallGuard = { untilHeld: () => Promise.resolve(), isValid: true };

const neverAborted = new AbortController().signal;

/** What happens before, during and after each request. */
function callHooks(parts: Omit<GovernedVendorParts<unknown>, 'open'>): CallHooks {
  const { vendor, limiter, guard = unguarded, waits = unreportedWaits, onCall } = parts;

  const place = async (signal: AbortSignal): Promise<void> => {
    const waiting = waits.begin(paceReason(vendor));
    try {
      await limiter.acquire(signal, (wait) => waiting.because(placeReason(vendor, wait), wait.ms));
    } finally {
      waiting.end();
    }
    signal.throwIfAborted();
  };

  return {
    async beforeCall({ signals }) {
      const signal = signals?.waiting ?? neverAborted;
      do {
        await guard.untilHeld(signal);
        await place(signal);
      } while (!guard.isValid);
    },
    whileCalling() {
      const waiting = waits.begin(silenceReason(vendor));
      return () => waiting.end();
    },
    afterCall(request, report) {
      onCall?.(vendor, request, report);
      inBackground(limiter.onResponse(report));
    },
  };
}

/** The governor itself logs that Redis is unavailable; the next answer repeats what it missed. */
function inBackground(news: Promise<void>): void {
  news.catch(() => undefined);
}
