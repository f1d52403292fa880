import { afterEach, describe, expect, test } from '@jest/globals';
import { aLease } from './testing/a-lease.ts';
import type { HeldLease } from './held-lease.ts';
import type { Moment } from './lease.ts';

let now: Moment;
let held: HeldLease;
afterEach(() => held[Symbol.dispose]());

const at = (monotonic: number, wall = 1_000_000 + monotonic): Moment => ({ monotonic, wall });

/** A lease of 5 seconds that was claimed at 900 ms; it is 1,000 ms now. */
function leased(graceMs = 10): HeldLease {
  now = at(1_000);
  held = aLease({ leaseMs: 5_000, claimedAt: at(900), clock: () => now, graceMs: () => graceMs });
  return held;
}

/** Whether a value is available already, without waiting for it. */
const isThere = (something: Promise<void>): Promise<boolean> =>
  Promise.race([something.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);

test('When a lease stops, then the grace that follows keeps no process running in which nothing else is left', () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  leased(45_000).stop('cancelled');
  expect(timers()).toBe(before);
});

describe('A lease detects that it is late', () => {
  test('When the process slept through its end, then no call begins, though no timer has fired; calls continue after the next renewal', async () => {
    const lease = leased();
    expect(await isThere(lease.untilHeld(lease.stopping))).toBe(true);
    now = at(5_900);
    const call = lease.untilHeld(lease.stopping);
    expect(await isThere(call)).toBe(false);
    expect(lease.stopReason).toBeNull();
    lease.renewed(at(5_950), 'held', 0);
    expect(await isThere(call)).toBe(true);
  });

  test('When it is renewed, then it counts from when the renewal was sent', async () => {
    const lease = leased();
    lease.renewed(at(3_000), 'held', 0);
    now = at(7_999);
    expect(lease.isValid).toBe(true);
    now = at(8_000);
    expect(lease.isValid).toBe(false);
    // This renewal took longer than the lease lasts.
    lease.renewed(at(2_900), 'held', 0);
    expect(await isThere(lease.untilHeld(lease.lost))).toBe(false);
  });

  test('When only the wall clock advanced because the machine was suspended, then it is late', () => {
    const lease = leased();
    now = at(1_100, 1_000_000 + 6_000);
    expect(lease.isValid).toBe(false);
  });

  test('When the wall clock is set back, then it is still late after its time', () => {
    const lease = leased();
    now = at(6_000, 0);
    expect(lease.isValid).toBe(false);
  });

  test('When a call waits for the next renewal and the lease is lost, then the call is not made', async () => {
    const lease = leased();
    now = at(9_000);
    const call = lease.untilHeld(lease.stopping);
    lease.renewed(at(9_000), 'lost', 0);
    await expect(call).rejects.toMatchObject({ name: 'RunStopped', reason: 'lost' });
  });

  test('When a renewal reports fewer uncounted batches than the limit, then work that waits for the counting continues', async () => {
    const lease = leased();
    lease.renewed(at(1_000), 'held', 64);
    const begin = lease.untilCounted(64, lease.stopping);
    expect(await isThere(begin)).toBe(false);
    lease.renewed(at(2_000), 'held', 63);
    expect(await isThere(begin)).toBe(true);
  });
});

describe('A lease stops its run', () => {
  test('When it is lost after a cancel, then lost is what counts, and nothing may be written or reported', () => {
    const lease = leased();
    lease.stop('cancelled');
    lease.stop('shutdown');
    expect(lease.stopReason).toBe('cancelled');
    expect([lease.writing.aborted, lease.reporting.aborted, lease.lost.aborted]).toEqual([
      false,
      false,
      false,
    ]);
    lease.stop('lost');
    expect(lease.stopReason).toBe('lost');
    expect([lease.writing.aborted, lease.reporting.aborted, lease.lost.aborted]).toEqual([true, true, true]);
  });

  test.each([
    ['cancelled', false],
    ['failed', false],
    ['shutdown', true],
    ['yield', true],
    ['waiting', true],
  ] as const)(
    'When it stops for %s and the grace is over, then nothing is written; that batches need not be reported is %s',
    async (reason, unheard) => {
      const lease = leased();
      const over = new Promise((resolve) => lease.writing.addEventListener('abort', resolve));
      lease.stop(reason);
      expect(lease.stopping.aborted).toBe(true);
      expect(lease.writing.aborted).toBe(false);
      await over;
      expect(lease.reporting.aborted).toBe(unheard);
      expect(lease.lost.aborted).toBe(false);
    },
  );
});
