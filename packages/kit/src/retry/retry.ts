import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, type RetryPolicy } from './retry-policy.ts';

/** A failed attempt, and the wait before the next one. */
export interface FailedTry {
  readonly error: unknown;
  /** Failures so far, this one included. */
  readonly failures: number;
  readonly waitMs: number;
}

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether another attempt may succeed; default: always. */
  readonly shouldRetry?: (error: unknown) => boolean;
  /** Called before each wait. */
  readonly onWait?: (failed: FailedTry) => void;
}

/** Waits. Throws the signal's reason when it is aborted. Without `ref` the wait does not keep the process alive. */
export async function pause(ms: number, signal?: AbortSignal, { ref = true } = {}): Promise<void> {
  await delay(ms, undefined, signal ? { signal, ref } : { ref }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}

/**
 * Repeats work that threw, with the policy's waits in between. Throws the last error when the policy or `shouldRetry`
 * allows no further attempt, and the signal's reason when it is aborted.
 */
export async function retry<T>(
  policy: RetryPolicy,
  work: () => Promise<T>,
  { signal, shouldRetry = () => true, onWait }: RetryOptions = {},
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const waitMs = backoffMs(policy, failures);
      if (failures >= policy.attempts || waitMs > policy.maxWaitMs || !shouldRetry(error)) throw error;
      onWait?.({ error, failures, waitMs });
      await pause(waitMs, signal);
    }
  }
}

/**
 * Repeats rounds of work until disposed; each round returns the wait before the next one, in ms. Disposal ends a wait
 * immediately and resolves when the round in progress has ended; its signal is aborted by then. A round must not throw.
 */
export function repeatUntilDisposed(round: (signal: AbortSignal) => Promise<number>): AsyncDisposable {
  const stop = new AbortController();
  const repeat = async (): Promise<void> => {
    while (!stop.signal.aborted) await pause(await round(stop.signal), stop.signal).catch(() => undefined);
  };
  const running = repeat();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

/** How long to poll, and for what. */
export interface PollOptions {
  readonly signal?: AbortSignal;
  /** Default: until it is aborted. */
  readonly withinMs?: number;
  /** What is waited for, as the error names it: "the run to resume". */
  readonly what: string;
}

/**
 * Polls, with the policy's waits in between, until there is a result: until then `look` returns undefined. Rejects with its
 * error when a look fails, with the signal's reason when it is aborted, and past the deadline.
 */
export function poll<T>(
  policy: RetryPolicy,
  look: () => T | undefined | Promise<T | undefined>,
  { signal, withinMs = Infinity, what }: PollOptions,
): Promise<T> {
  const started = performance.now();
  const nothingYet = new Error(`Waited ${withinMs} ms in vain for ${what}`);
  const work = async (): Promise<T> => {
    const seen = await look();
    if (seen === undefined) throw nothingYet;
    return seen;
  };
  const shouldRetry = (error: unknown): boolean =>
    error === nothingYet && performance.now() - started < withinMs;
  return retry(policy, work, { signal, shouldRetry });
}

/** Ends a wait early; a wake that comes before the wait is kept for it. */
export class WakeSignal {
  #given = Promise.withResolvers<undefined>();

  wake(): void {
    this.#given.resolve(undefined);
  }

  /** Resolves upon `wake`, immediately when there was one since the last call, or after `ms`. */
  async wait(ms: number): Promise<void> {
    const timeout = new AbortController();
    await Promise.race([this.#given.promise, pause(ms, timeout.signal).catch(() => undefined)]);
    timeout.abort();
    this.#given = Promise.withResolvers();
  }
}
