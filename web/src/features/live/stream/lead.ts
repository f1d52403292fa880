/** One tab's claim to lead the others. */
export interface Candidate {
  /** Takes the lead from a tab that does not answer any more. */
  readonly take: () => void;
  readonly leave: () => void;
}

const isAbort = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'AbortError';

/**
 * Leads when no other tab of this browser does: who holds the lock of that name leads, and the browser passes it on when
 * a tab is closed or crashes. `lead` begins it and answers what ends it. Where there are no locks, each tab leads alone.
 */
export function joinElection(name: string, lead: () => () => void): Candidate {
  const locks = 'locks' in navigator ? navigator.locks : null;
  const left = Promise.withResolvers<undefined>();
  let hasLeft = false;
  let waiting = new AbortController();
  let taking = false;

  const turn = async (lock: LockManager): Promise<void> => {
    let end: (() => void) | undefined;
    waiting = new AbortController();
    const how: LockOptions = taking ? { steal: true } : { signal: waiting.signal };
    taking = false;
    try {
      await lock.request(name, how, () => {
        if (hasLeft) return undefined;
        end = lead();
        return left.promise;
      });
    } catch (reason) {
      // Taken by another tab, or called off; what else fails, as in a browser that stores nothing, leaves us alone.
      if (isAbort(reason)) return;
      end = lead();
      await left.promise;
    } finally {
      end?.();
    }
  };
  const stand = async (lock: LockManager): Promise<void> => {
    while (!hasLeft) await turn(lock);
  };

  const endAlone = locks ? undefined : lead();
  if (locks) void stand(locks);
  return {
    take: () => {
      taking = true;
      waiting.abort();
    },
    leave: () => {
      hasLeft = true;
      waiting.abort();
      left.resolve(undefined);
      endAlone?.();
    },
  };
}
