import { beforeEach, describe, expect, test } from '@jest/globals';
import { ReaperGrace } from './reaper-grace.ts';

const leaseMs = 5_000;
let grace: ReaperGrace;
/** The database's time, in ms. */
let now: number;

/** A check that the database answers after this many milliseconds; the next one is due 2.5 s later. */
function lookAfter(ms: number): number {
  now += ms;
  const wait = grace.untilReaping(now);
  grace.nextLookAt(now + 2_500);
  return wait;
}

beforeEach(() => {
  grace = new ReaperGrace(leaseMs);
  now = 1_000_000;
});

describe('when leases may be ended', () => {
  test('A process that has just started lets a whole lease pass first', () => {
    expect(lookAfter(0)).toBe(5_000);
    expect(lookAfter(2_500)).toBe(2_500);
    expect(lookAfter(2_500)).toBe(0);
  });

  test('When looks come as they are due, or a little late, then leases may be ended', () => {
    lookAfter(0);
    lookAfter(2_500);
    expect(lookAfter(2_600)).toBeLessThanOrEqual(0);
    expect(lookAfter(3_900)).toBeLessThanOrEqual(0);
  });

  test('When a look is late by more than three tenths of a lease, then a whole lease passes before leases may be ended', () => {
    lookAfter(0);
    lookAfter(2_500);
    lookAfter(2_500);
    expect(lookAfter(4_100)).toBe(5_000);
    expect(lookAfter(2_500)).toBe(2_500);
  });

  test('When the database refuses one look after the other, then that is a gap too, however short they are apart', () => {
    lookAfter(0);
    lookAfter(2_500);
    lookAfter(2_500);
    // Failed checks, 500 ms apart, do not count: the next one that succeeds does.
    expect(lookAfter(2_500 + 4 * 500)).toBe(5_000);
  });

  test('When the clock was set back by an hour, then leases may be ended after a lease and not after an hour', () => {
    lookAfter(0);
    now -= 3_600_000;
    expect(lookAfter(0)).toBe(5_000);
    lookAfter(2_500);
    expect(lookAfter(2_500)).toBe(0);
  });
});
