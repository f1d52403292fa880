import type { SWRConfiguration } from 'swr';
import { isOneTooMany, mayAskAgain, mayRetry } from './error-policy.ts';
import type { SessionSignals } from './session-signals.ts';

const second = 1000;
const minute = 60 * second;

/** How long an answer counts as fresh: no refetch on focus or mount within it. Polled queries name a shorter time. */
const freshFor = 5 * minute;

/** The signed-in user: asked again every 30 s, and on focus, mount and reconnect when older than 10 s. */
export const userTimes = { refreshInterval: 30 * second, dedupingInterval: 10 * second } as const;

const retries = 3;
const firstRetryAfter = second;
const maxRetryAfter = 30 * second;

/** The wait before a query's retry: 1 s, 2 s, 4 s ..., at most 30 s. `attempt` counts from 1. */
export function retryDelay(attempt: number): number {
  return Math.min(firstRetryAfter * 2 ** (attempt - 1), maxRetryAfter);
}

/**
 * After how many milliseconds a query that failed so often in a row is asked again; null where it is not. A polled query is
 * also asked again after its retries, and after it was one too many (429), every 30 s: SWR does not poll what failed.
 */
function nextAskAfter(error: unknown, failures: number, isPolled: boolean): number | null {
  if (isPolled && isOneTooMany(error)) return maxRetryAfter;
  return mayAskAgain(error) && (failures <= retries || isPolled) ? retryDelay(failures) : null;
}

/** The one configuration of queries. However many reasons there are to ask again, one retry of a query is under way. */
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
      const wait = nextAskAfter(error, retryCount, Boolean(refreshInterval));
      const again = () => void revalidate({ retryCount });
      if (wait !== null) waiting.set(key, setTimeout(again, wait));
    },
  };
}

/** So many failures without an answer in between are no hiccup of one call any more. */
const failuresInRow = 3;

/** Whether the server answers at all, from how queries fare. */
export interface Answering {
  /** A query had no answer, or one from a proxy in front of a server that is down. */
  readonly failed: () => void;
  /** Something came from the server. */
  readonly answered: () => void;
  /** Since when nothing came, in epoch milliseconds; null while the server answers. */
  readonly silentSince: () => number | null;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createAnswering(now: () => number = Date.now): Answering {
  const listeners = new Set<() => void>();
  let failures = 0;
  let firstAt = 0;
  const set = (next: number) => {
    const silent = (count: number) => count >= failuresInRow;
    const turned = silent(next) !== silent(failures);
    failures = next;
    if (turned) for (const listener of listeners) listener();
  };
  return {
    failed: () => {
      if (failures === 0) firstAt = now();
      set(failures + 1);
    },
    answered: () => {
      set(0);
    },
    silentSince: () => (failures >= failuresInRow ? firstAt : null),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** That of this page. */
export const answering = createAnswering();
