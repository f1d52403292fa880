import { eventually } from '@ridgeline/testkit/eventually';
import { describe, expect, test } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.ts';

const never = new AbortController().signal;

const placesOf = (options: Partial<ConstructorParameters<typeof ConcurrencyLimit>[0]>): ConcurrencyLimit =>
  new ConcurrencyLimit({ width: 1, spacingMs: 0, stopping: never, onFault: () => undefined, ...options });

/** Whether a value is available already, without waiting for it. */
const isThere = (something: Promise<void>): Promise<boolean> =>
  Promise.race([something.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);

describe('Places for work side by side', () => {
  test('When a delay is asked for, then each place keeps it between two starts, and the end does not wait for it', async () => {
    const places = placesOf({ width: 2, spacingMs: 100 });
    const begun: number[] = [];
    for (let piece = 0; piece < 5; piece += 1) {
      await places.free();
      places.begin(() => Promise.resolve(void begun.push(performance.now())));
    }
    expect(await isThere(places.finished())).toBe(true);
    const [first = 0, second = 0, ...later] = begun;
    // Both places are free immediately; a timer may fire a little early.
    for (const [piece, at] of later.entries())
      expect(at - (piece % 2 === 0 ? first : second)).toBeGreaterThan((Math.floor(piece / 2) + 1) * 98);
  });

  test('When the work takes longer than the delay, then the next piece begins as soon as it is done', async () => {
    const places = placesOf({ spacingMs: 100 });
    const done = Promise.withResolvers<undefined>();
    const begun = performance.now();
    places.begin(() => done.promise);
    await eventually(() => expect(performance.now() - begun).toBeGreaterThan(120), {
      what: 'the delay to be over',
    });
    expect(await isThere(places.free())).toBe(false);
    done.resolve(undefined);
    expect(await isThere(places.free())).toBe(true);
  });

  test('When the run stops during a delay of a minute, then the rest of it is not waited for', async () => {
    const over = new AbortController();
    const places = placesOf({ spacingMs: 60_000, stopping: over.signal });
    places.begin(() => Promise.resolve());
    const next = places.free();
    expect(await isThere(next)).toBe(false);
    over.abort();
    await next;
  });

  test('When a piece of work fails, then the fault is reported immediately and nothing is begun after it', async () => {
    const faults: unknown[] = [];
    const places = placesOf({ onFault: (fault) => faults.push(fault) });
    const fault = new Error('no');
    places.begin(() => Promise.reject(fault));
    await expect(places.free()).rejects.toBe(fault);
    await expect(places.finished()).rejects.toBe(fault);
    expect(faults).toEqual([fault]);
  });
});
