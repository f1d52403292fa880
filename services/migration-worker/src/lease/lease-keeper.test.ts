import { setImmediate } from 'node:timers/promises';
import { createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit/eventually';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { RunOffer } from '../orchestrator/orchestrator.ts';
import { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import { aClaim } from './testing/a-claim.ts';
import { leaseClock } from './lease.ts';
import { graceAfter, LeaseKeeper, type LeaseKeeperOptions } from './lease-keeper.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const soon = { within: 2_000, what: 'the next renewals' };

const claimOf = (migrationId: number) => aClaim({ epoch: 4, settings: { migrationId } });

let keeper: LeaseKeeper<RunOffer> | null = null;
afterEach(async () => {
  await keeper?.[Symbol.asyncDispose]();
});

function keeping(
  options: Pick<
    LeaseKeeperOptions<RunOffer>,
    'intervalMs' | 'openIntervalMs' | 'idleIntervalMs' | 'clock'
  > = {},
) {
  const orchestrator = new FakeOrchestrator();
  const offers: number[] = [];
  const started = new LeaseKeeper({ orchestrator, logger, intervalMs: 5, graceMs: () => 20, ...options });
  started.start({ freeSlots: 2, take: ({ runId }) => offers.push(runId) });
  keeper = started;
  return { orchestrator, keeper: started, offers };
}

describe('Leases are renewed', () => {
  test('When there are runs, then one call renews them all, again and again, and brings offers', async () => {
    const { orchestrator, keeper: leases, offers } = keeping();
    orchestrator.offers = [{ runId: 9, attempt: 1 }];
    leases.hold(1, claimOf(1), leaseClock());
    leases.hold(2, claimOf(2), leaseClock());
    await eventually(() => {
      const last = orchestrator.renewals.at(-1);
      expect(last?.freeSlots).toBe(2);
      expect(last?.runs.map(({ runId, epoch }) => [runId, epoch])).toEqual([
        [1, 4],
        [2, 4],
      ]);
      expect(orchestrator.renewals.length).toBeGreaterThan(3);
    }, soon);
    expect(offers).toEqual([9]);
  });

  test('When there is no work anywhere, then the worker asks rarely; a run that it takes is renewed immediately', async () => {
    const never = 3_600_000;
    const { orchestrator, keeper: leases } = keeping({ openIntervalMs: 5, idleIntervalMs: never });
    await eventually(() => expect(orchestrator.renewals.length).toBeGreaterThan(2), soon);
    orchestrator.isWorkOpen = false;
    const asked = orchestrator.renewals.length;
    await eventually(() => expect(orchestrator.renewals.length).toBeGreaterThan(asked), soon);
    leases.hold(1, claimOf(1), leaseClock());
    await eventually(() => expect(orchestrator.renewals.at(-1)?.runs).toHaveLength(1), soon);
  });

  test('When further runs are taken, then they are renewed with the first one, at its time', async () => {
    const never = 3_600_000;
    const { orchestrator, keeper: leases } = keeping({ intervalMs: never, openIntervalMs: never });
    await eventually(() => expect(orchestrator.renewals).toHaveLength(1), soon);
    leases.hold(1, claimOf(1), leaseClock());
    await eventually(() => expect(orchestrator.renewals).toHaveLength(2), soon);
    leases.hold(2, claimOf(2), leaseClock());
    await setImmediate();
    expect(orchestrator.renewals).toHaveLength(2);
  });

  test('When the leases are shorter than the interval, then they are renewed more often', async () => {
    const never = 3_600_000;
    const { orchestrator, keeper: leases } = keeping({ intervalMs: never });
    leases.hold(1, { ...claimOf(1), leaseMs: 20 }, leaseClock());
    const heldNow = () => orchestrator.renewals.filter(({ runs }) => runs.length > 0);
    await eventually(() => expect(heldNow().length).toBeGreaterThan(3), soon);
  });

  test('When a run was cancelled, then it stops, and its writing ends after the grace', async () => {
    const { orchestrator, keeper: leases } = keeping();
    const lease = leases.hold(1, claimOf(1), leaseClock());
    orchestrator.state = 'cancelled';
    await eventually(() => expect(lease.stopping.aborted).toBe(true), soon);
    expect(lease.stopReason).toBe('cancelled');
    await eventually(() => expect(lease.writing.aborted).toBe(true), soon);
    expect(lease.lost.aborted).toBe(false);
  });

  test('When the lease has passed to another worker, then writing stops immediately', async () => {
    const { orchestrator, keeper: leases } = keeping();
    const lease = leases.hold(1, claimOf(1), leaseClock());
    orchestrator.state = 'lost';
    await eventually(() => expect(lease.lost.aborted).toBe(true), soon);
    expect(lease.writing.aborted).toBe(true);
    await expect(lease.untilHeld(lease.stopping)).rejects.toMatchObject({ reason: 'lost' });
  });

  test('When the orchestrator does not answer for longer than the lease, then no call begins, and the run continues when it answers', async () => {
    const clock = { now: leaseClock() };
    const { orchestrator, keeper: leases } = keeping({ clock: () => clock.now });
    const lease = leases.hold(1, claimOf(1), clock.now);
    orchestrator.unreachable = true;
    clock.now = { monotonic: clock.now.monotonic + 60_000, wall: clock.now.wall + 60_000 };
    const attempts = orchestrator.attempts;
    await eventually(() => expect(orchestrator.attempts).toBeGreaterThan(attempts + 2), soon);
    expect([lease.isValid, lease.stopReason]).toEqual([false, null]);
    const call = lease.untilHeld(lease.stopping);
    orchestrator.unreachable = false;
    await call;
    expect(lease.isValid).toBe(true);
  });

  test('When another request is deciding about the run, then nothing changes: the lease is neither renewed nor stopped', async () => {
    const { orchestrator, keeper: leases } = keeping();
    orchestrator.state = 'busy';
    orchestrator.uncounted = 99;
    const claimedAt = leaseClock();
    const lease = leases.hold(1, { ...claimOf(1), leaseMs: 40 }, claimedAt);
    await eventually(() => expect(lease.isValid).toBe(false), soon);
    expect(lease.stopReason).toBeNull();
    await lease.untilCounted(64, lease.stopping);
  });

  test('When other companies wait for a slot, then the run stops in order to be handed back', async () => {
    const { orchestrator, keeper: leases } = keeping();
    const lease = leases.hold(1, claimOf(1), leaseClock());
    orchestrator.state = 'yield';
    await eventually(() => expect(lease.stopReason).toBe('yield'), soon);
    expect(lease.lost.aborted).toBe(false);
  });

  test('When a run is finished, then its lease is renewed until the orchestrator says that it is over, however long that takes', async () => {
    const clock = { now: leaseClock() };
    const { orchestrator, keeper: leases } = keeping({ clock: () => clock.now });
    const lease = leases.hold(1, claimOf(1), clock.now);
    leases.finished(lease);
    clock.now = { monotonic: clock.now.monotonic + 86_400_000, wall: clock.now.wall + 86_400_000 };
    const before = orchestrator.renewals.length;
    await eventually(() => expect(orchestrator.renewals.length).toBeGreaterThan(before + 2), soon);
    expect(orchestrator.renewals.at(-1)?.runs).toHaveLength(1);
    expect(leases.finishedLeases).toEqual([lease]);
    orchestrator.state = 'lost';
    await eventually(() => expect(leases.holds(1)).toBe(false), soon);
    expect(leases.finishedLeases).toEqual([]);
    expect(lease.lost.aborted).toBe(false);
  });

  test('When a run ends permanently, then its calls get longer than one of them may take; a run that continues elsewhere is left soon', () => {
    expect((['cancelled', 'failed'] as const).map(graceAfter)).toEqual([45_000, 45_000]);
    expect((['shutdown', 'yield', 'waiting'] as const).map(graceAfter)).toEqual([5_000, 5_000, 5_000]);
  });
});
