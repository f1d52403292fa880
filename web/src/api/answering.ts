/** So many failures without an answer in between are no hiccup of one call any more. */
const failuresInRow = 3;

/** Whether the server answers at all, from how queries fare. */
export interface Answering {
  /** A query had no answer, or that of somebody who stands in for a server that is down. */
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
