import type { Claim } from '@ridgeline/contracts/internal';
import { createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit';
import { afterEach, describe, expect, test } from '@jest/globals';
import { FakeOrchestrator } from '../orchestrator/orchestrator.fake.ts';
import { HeldLease } from './lease.ts';
import { LeaseKeeper } from './lease-keeper.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const soon = { within: 2_000, what: 'the next renewals' };

const claimOf = (migrationId: number, leaseMs = 5_000): Claim => ({
  epoch: 4,
  leaseMs,
  cursor: null,
  nextBatch: 1,
  plannedRecords: 0,
  unfinished: [],
  settings: {
    migrationId,
    companyId: 'acme',
    connectionId: 1,
    migrationType: 'contacts',
    batchSize: 50,
    concurrency: 3,
    delayMs: 0,
    includeNoEmailContacts: false,
  },
});

let keeper: LeaseKeeper | null = null;
afterEach(async () => {
  await keeper?.[Symbol.asyncDispose]();
});

function keeping(options: { lingerMs?: number; openIntervalMs?: number; idleIntervalMs?: number } = {}) {
  const orchestrator = new FakeOrchestrator();
  const offers: number[] = [];
  const started = new LeaseKeeper({ orchestrator, logger, intervalMs: 5, graceMs: 20, ...options });
  started.start({ freeSlots: 2, take: ({ migrationId }) => offers.push(migrationId) });
  keeper = started;
  return { orchestrator, keeper: started, offers };
}

describe('Leases are renewed', () => {
  test('When there are runs, then one call renews them all, again and again, and brings offers', async () => {
    const { orchestrator, keeper: leases, offers } = keeping();
    orchestrator.offers = [{ migrationId: 9, attempt: 1 }];
    leases.hold(claimOf(1), performance.now());
    leases.hold(claimOf(2), performance.now());
    await eventually(() => {
      const last = orchestrator.renewals.at(-1);
      expect(last?.freeSlots).toBe(2);
      expect(last?.runs.map(({ migrationId, epoch }) => [migrationId, epoch])).toEqual([
        [1, 4],
        [2, 4],
      ]);
      expect(orchestrator.renewals.length).toBeGreaterThan(3);
    }, soon);
    expect(offers).toEqual([9]);
  });

  test('When nothing is to be done anywhere, then the worker asks seldom; a run that it takes is renewed at once', async () => {
    const never = 3_600_000;
    const { orchestrator, keeper: leases } = keeping({ openIntervalMs: 5, idleIntervalMs: never });
    await eventually(() => expect(orchestrator.renewals.length).toBeGreaterThan(2), soon);
    orchestrator.migrationsOpen = false;
    const asked = orchestrator.renewals.length;
    await eventually(() => expect(orchestrator.renewals.length).toBeGreaterThan(asked), soon);
    leases.hold(claimOf(1), performance.now());
    await eventually(() => expect(orchestrator.renewals.at(-1)?.runs).toHaveLength(1), soon);
  });

  test('When a run was cancelled, then it stops, and its writing ends after the grace', async () => {
    const { orchestrator, keeper: leases } = keeping();
    const lease = leases.hold(claimOf(1), performance.now());
    orchestrator.state = 'cancelled';
    await eventually(() => expect(lease.stopping.aborted).toBe(true), soon);
    expect(lease.stopReason).toBe('cancelled');
    await eventually(() => expect(lease.writing.aborted).toBe(true), soon);
    expect(lease.lost.aborted).toBe(false);
  });

  test('When the lease has passed to another worker, then nothing may be written at once', async () => {
    const { orchestrator, keeper: leases } = keeping();
    const lease = leases.hold(claimOf(1), performance.now());
    orchestrator.state = 'lost';
    await eventually(() => expect(lease.lost.aborted).toBe(true), soon);
    expect(lease.writing.aborted).toBe(true);
    expect(() => lease.assertHeld()).toThrow('lost');
  });

  test('When the orchestrator does not answer for the length of the lease, then the worker takes it for lost itself', async () => {
    const { orchestrator, keeper: leases } = keeping();
    const lease = leases.hold(claimOf(1, 60), performance.now());
    await eventually(() => expect(orchestrator.renewals.length).toBeGreaterThan(1), soon);
    expect(lease.lost.aborted).toBe(false);
    orchestrator.unreachable = true;
    await eventually(() => expect(lease.lost.aborted).toBe(true), soon);
  });

  test('When a run is finished, then its lease lasts until the orchestrator says that it is over', async () => {
    const { orchestrator, keeper: leases } = keeping();
    const lease = leases.hold(claimOf(1), performance.now());
    leases.finished(lease);
    const before = orchestrator.renewals.length;
    await eventually(() => expect(orchestrator.renewals.length).toBeGreaterThan(before + 2), soon);
    expect(leases.holds(1)).toBe(true);
    orchestrator.state = 'lost';
    await eventually(() => expect(leases.holds(1)).toBe(false), soon);
  });

  test('When the closing report is never read, then the lease of a finished run is given up in the end', async () => {
    const { keeper: leases } = keeping({ lingerMs: 10 });
    leases.finished(leases.hold(claimOf(1), performance.now()));
    await eventually(() => expect(leases.holds(1)).toBe(false), soon);
  });
});

describe('A lease knows by itself when it is over', () => {
  const clockAt = { now: 0 };
  const lease = () => {
    clockAt.now = 1_000;
    return new HeldLease({
      migrationId: 1,
      epoch: 1,
      leaseMs: 5_000,
      graceMs: 10,
      claimedAt: 900,
      clock: () => clockAt.now,
    });
  };

  test('When the process slept through it, then it is lost before any timer has fired', () => {
    using held = lease();
    held.assertHeld();
    clockAt.now = 5_900;
    expect(() => held.assertHeld()).toThrow('lost');
    expect(held.stopReason).toBe('lost');
  });

  test('When it is renewed, then it counts from when the renewal was sent; once lost it stays lost', () => {
    using held = lease();
    held.renewed(3_000);
    clockAt.now = 7_999;
    held.assertHeld();
    clockAt.now = 8_000;
    expect(() => held.assertHeld()).toThrow('lost');
    held.renewed(8_000);
    expect(() => held.assertHeld()).toThrow('lost');
  });

  test('When it is lost after a cancel, then lost is what counts', () => {
    using held = lease();
    held.stop('cancelled');
    held.stop('shutdown');
    expect(held.stopReason).toBe('cancelled');
    held.stop('lost');
    expect(held.stopReason).toBe('lost');
    expect(held.writing.aborted).toBe(true);
  });
});
