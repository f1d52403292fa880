/** One tab's claim to lead the others. */
export interface Candidate {
  /** Takes the lead from a tab that no longer responds. */
  readonly take: () => void;
  readonly leave: () => void;
}

const isAbort = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'AbortError';

/**
 * Leads when no other tab of this browser does. The tab that holds the named lock leads; the browser passes the lock on
 * when a tab closes or crashes. `lead` starts leading and returns a function that stops it. Without lock support, each tab
 * leads alone.
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
      // An abort means that another tab took the lock or the wait was cancelled. Other errors, such as blocked storage,
      // mean leading alone.
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
