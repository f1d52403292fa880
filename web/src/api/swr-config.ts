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
 * How many milliseconds to wait before retrying a query after this many failures in a row; null: no retry. SWR stops
 * polling a failed query, so a polled one is retried without limit, and every 30 s after a 429.
 */
function nextAskAfter(error: unknown, failures: number, isPolled: boolean): number | null {
  if (isPolled && isOneTooMany(error)) return maxRetryAfter;
  return mayAskAgain(error) && (failures <= retries || isPolled) ? retryDelay(failures) : null;
}

/** The configuration of all queries. Each query has at most one pending retry, no matter how many triggers there are. */
export function swrConfig(signals: SessionSignals): SWRConfiguration {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    // SWR skips a revalidation while it has an answer younger than this, which is exactly what "fresh" means.
    dedupingInterval: freshFor,
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    // Polling continues offline: the failure makes each card say that its data is old.
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

/** This many failures in a row, without an answer in between, are more than a hiccup of one call. */
const failuresInRow = 3;

/** Whether the server answers at all, inferred from the results of queries. */
export interface Answering {
  /** A query had no answer, or one from a proxy in front of a server that is down. */
  readonly failed: () => void;
  /** An answer or an update arrived from the server. */
  readonly answered: () => void;
  /** When the server fell silent, in epoch milliseconds; null while it answers. */
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
