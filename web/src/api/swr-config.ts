import type { SWRConfiguration } from 'swr';
import { answering } from './answering.ts';
import { mayAskAgain, mayRetry } from './error-policy.ts';
import type { SessionSignals } from './session-signals.ts';

const second = 1000;
const minute = 60 * second;

/** How long an answer counts as fresh: no refetch on focus or mount within it. Polled queries name a shorter time. */
const freshFor = 5 * minute;

/** The signed-in user: asked again every 30 s, and on focus, mount and reconnect when older than 10 s. */
export const userTimes = { refreshInterval: 30 * second, dedupingInterval: 10 * second } as const;

const retries = 3;
const firstRetryAfter = second;
const longestRetryAfter = 30 * second;

/** The wait before a query's retry: 1 s, 2 s, 4 s ..., at most 30 s. `attempt` counts from 1. */
export function retryDelay(attempt: number): number {
  return Math.min(firstRetryAfter * 2 ** (attempt - 1), longestRetryAfter);
}

/**
 * The one configuration of queries. A query that is polled goes on after its retries, every 30 s: SWR does not poll what
 * failed. However many reasons there are to ask again, one retry of a query is under way.
 */
export function swrConfig(signals: SessionSignals): SWRConfiguration {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    // SWR skips a revalidation while an answer of this age is there: exactly 'fresh'.
    dedupingInterval: freshFor,
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    // What is polled is asked for offline too: the failure is what tells each card that what it shows is old.
    refreshWhenOffline: true,
    revalidateIfStale: true,
    keepPreviousData: false,
    onError: (error: unknown) => {
      if (mayRetry(error)) answering.failed();
      signals.report(error);
    },
    onSuccess: answering.answered,
    onErrorRetry: (error: unknown, key, { refreshInterval }, revalidate, { retryCount }) => {
      clearTimeout(waiting.get(key));
      if ((retryCount > retries && !refreshInterval) || !mayAskAgain(error)) return;
      const again = () => void revalidate({ retryCount });
      waiting.set(key, setTimeout(again, retryDelay(retryCount)));
    },
  };
}
