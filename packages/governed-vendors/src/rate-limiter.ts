import { namesItsLimit } from '@ridgeline/acculynx';
import { rateLimitFacts } from '@ridgeline/hubspot';
import type { Budget, Governor, GovernorWait, Priority } from '@ridgeline/redis';
import { retryAfterMs, type CallReport } from '@ridgeline/vendor-http';

/** The shared governor for one credential: which budgets its requests need, and what the answers say about them. */
export interface RateLimiter {
  /** Resolves when a request may start; `onWait` is called before each wait. Throws the signal's reason when aborted. */
  acquire(signal: AbortSignal, onWait: (wait: GovernorWait) => void): Promise<void>;
  /** The vendor asked a call that will be repeated to wait: no request of this credential starts for that long. */
  holdBack(ms: number): Promise<void>;
  /** Learns from each request that was made. */
  onResponse(report: CallReport): Promise<void>;
}

/** AccuLynx' own limits on a key, its own first, and those that we set ourselves, which learn nothing: the address' spacing. */
export interface KeyBudgets {
  readonly ofVendor: readonly Budget[];
  readonly ours: readonly Budget[];
}

const limiter = (
  governor: Governor,
  priority: Priority,
  budgets: readonly Budget[],
): Omit<RateLimiter, 'onResponse'> => ({
  acquire: (signal, onWait) => governor.acquire(budgets, { priority, signal, onWait }),
  holdBack: (ms) => governor.block(budgets[0]?.key ?? '', ms),
});

/** For an AccuLynx key. A 429 does not say which limit was hit, so the governor infers it from all answers. */
export function keyLimiter(
  governor: Governor,
  priority: Priority,
  { ofVendor, ours }: KeyBudgets,
): RateLimiter {
  return {
    ...limiter(governor, priority, [...ofVendor, ...ours]),
    async onResponse({ status, headers, durationMs }) {
      if (!headers || status === null || status >= 500) return;
      if (status !== 429) await governor.answered(ofVendor, { durationMs });
      else if (!namesItsLimit(headers))
        await governor.limited(ofVendor, { retryAfterMs: retryAfterMs(headers), durationMs });
    },
  };
}

/** For a HubSpot token, whose answers name the size of its window and what is left of the portal's day. */
export function tokenLimiter(governor: Governor, priority: Priority, budget: Budget): RateLimiter {
  return {
    ...limiter(governor, priority, [budget]),
    async onResponse({ headers }) {
      if (!headers) return;
      const { max, daily, dailyRemaining } = rateLimitFacts(headers);
      const use = daily !== null && dailyRemaining !== null && { limit: daily, remaining: dailyRemaining };
      await Promise.all([
        max && governor.learnLimit(budget.key, max),
        use && governor.learnDailyUse(budget.key, use),
      ]);
    },
  };
}

/**
 * How long checks of all keys pause after a 429 to one of them. The 429 may concern the address, whose limit checks of new
 * keys would only hit again. The pause is short, because it may concern that key alone, and others wait for their checks.
 */
const checksHeldMs = 2_000;

/** How long all calls must pause after a 429 of HubSpot that does not say (docs/vendors/hubspot.md, 6). */
const silentLimitMs = 1_000;

/** A check never waits out a limit: its response already holds other calls back, and no further hold follows. */
const holdsBackByResponse = { holdBack: () => Promise.resolve() };

/** For an AccuLynx key that is checked: checks of all keys share a part of the address' limit. */
export function checkedKeyLimiter(governor: Governor, budgets: KeyBudgets, checks: Budget): RateLimiter {
  const ofKey = keyLimiter(governor, 'people', { ...budgets, ours: [checks, ...budgets.ours] });
  return {
    ...ofKey,
    ...holdsBackByResponse,
    async onResponse(report) {
      await ofKey.onResponse(report);
      if (report.status === 429) await governor.block(checks.key, checksHeldMs);
    },
  };
}

/** For a HubSpot token that is checked. */
export function checkedTokenLimiter(governor: Governor, budget: Budget): RateLimiter {
  const ofToken = tokenLimiter(governor, 'people', budget);
  return {
    ...ofToken,
    ...holdsBackByResponse,
    async onResponse(report) {
      const { status, headers } = report;
      const heldMs = status === 429 ? ((headers && retryAfterMs(headers)) ?? silentLimitMs) : 0;
      await Promise.all([ofToken.onResponse(report), heldMs > 0 && governor.block(budget.key, heldMs)]);
    },
  };
}
