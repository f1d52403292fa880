import { backoffMs, pause, unboundedRetry } from '@ridgeline/kit';

/** How a membership ended: told to leave, or by an error, after which another member may or may not do better. */
export type MemberEnd = { readonly error: null } | { readonly error: Error; readonly final: boolean };

/** What keeps a subscription in its group. */
export interface SuperviseConsumerParts {
  /** Joins as a fresh member and resolves when that membership is over and all its handlers are through. */
  readonly runMember: () => Promise<MemberEnd>;
  /** A membership ended or did not come about; another one is tried after `waitMs`. */
  readonly onInterrupted: (error: Error, waitMs: number) => void;
  readonly signal: AbortSignal;
  /** Resolves after `ms`, at once when `signal` aborts; for tests. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** The waits between two members; an attempt itself takes kafkajs some 3 s when nothing answers. */
const memberRetry = { ...unboundedRetry, baseMs: 250, capMs: 5_000, jitter: [0.8, 1.2] } as const;
/** A membership that lasted this long was a sound one: after it the waits begin small again. */
const soundAfterMs = 15_000;

/**
 * Runs one member after the other, for as long as it takes: a broker may be away for minutes, and a service has nothing
 * better to do than to wait for it. Resolves with null when `signal` aborts, or with the error that no other member
 * could heal.
 */
export async function superviseConsumer({
  runMember,
  onInterrupted,
  signal,
  wait = waitUnlessAborted,
}: SuperviseConsumerParts): Promise<Error | null> {
  let failures = 0;
  while (!signal.aborted) {
    const started = performance.now();
    const end = await runMember();
    if (end.error === null) break;
    if (end.final) return end.error;
    failures = performance.now() - started < soundAfterMs ? failures + 1 : 1;
    const waitMs = backoffMs(memberRetry, failures);
    onInterrupted(end.error, waitMs);
    await wait(waitMs, signal);
  }
  return null;
}

async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, signal).catch(() => undefined);
}
