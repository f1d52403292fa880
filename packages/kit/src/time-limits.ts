/** Settles as the work does, or rejects after `ms`. The work itself continues; its result is dropped. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `work` with a signal that is aborted after `ms`, with a `TimeoutError` like that of `AbortSignal.timeout`, or when
 * `parent` is aborted. The timer ends with the work: a signal of `AbortSignal.timeout` would stay until its time is over,
 * and create its exception then.
 */
export async function withDeadline<T>(
  ms: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new DOMException(`No answer within ${ms} ms`, 'TimeoutError')),
    ms,
  );
  const passOn = (): void => deadline.abort(parent?.reason);
  if (parent?.aborted) passOn();
  parent?.addEventListener('abort', passOn);
  try {
    return await work(deadline.signal);
  } finally {
    parent?.removeEventListener('abort', passOn);
    clearTimeout(timer);
  }
}
