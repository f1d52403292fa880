import { aLease } from '../lease/testing/a-lease.ts';
import { describe, expect, test } from '@jest/globals';
import { RoundLease } from './round-lease.ts';
import { aRound } from './testing.ts';

describe('The lease of a round', () => {
  test('When a round stops because it failed, then the lease on the sync is not stopped', () => {
    using sync = aLease();
    using round = new RoundLease(sync, aRound());
    round.stop('failed');
    expect([round.stopping.aborted, round.stopReason]).toEqual([true, 'failed']);
    expect([sync.stopping.aborted, sync.stopReason]).toEqual([false, null]);
    expect(round.writing.aborted).toBe(false);
  });

  test('When the sync stops, then its round stops for the same reason', () => {
    using sync = aLease();
    using round = new RoundLease(sync, aRound());
    sync.stop('shutdown');
    expect([round.stopping.aborted, round.stopReason]).toEqual([true, 'shutdown']);
  });

  test('When an answer to a round says that the lease is lost, then it is lost for the sync as well', () => {
    using sync = aLease();
    using round = new RoundLease(sync, aRound());
    round.stop('lost');
    expect([sync.stopReason, round.lost.aborted, round.writing.aborted]).toEqual(['lost', true, true]);
  });
});
