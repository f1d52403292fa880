import { AppError } from '@ridgeline/kit';

/** Runs work a few at a time, lets a few wait in order and refuses the rest at once. */
export interface BoundedQueue {
  /** The work's result; `AppError` with `request.too_many` when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A queue that bounds memory and waiting time: each Argon2 hash holds 19 MiB, and a person who would wait for long is
 * better told to try again.
 */
export function createBoundedQueue({ running, waiting }: { running: number; waiting: number }): BoundedQueue {
  const queue: (() => void)[] = [];
  let active = 0;

  const enter = async (): Promise<void> => {
    if (active < running) {
      active += 1;
      return;
    }
    if (queue.length >= waiting) throw new AppError('request.too_many', { retryAfterSeconds: 1 });
    // The place is handed over by `leave`, so `active` does not change.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else active -= 1;
  };

  return {
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
