import type { Writable } from 'node:stream';

/** Settles when the answer is over, however it ended; an error of the connection is one way to end. */
export function isOver(response: Writable): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', () => resolve());
  });
}
