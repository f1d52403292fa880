import { createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit/integration';
import { describe, expect, test } from '@jest/globals';
import type { HeldLease } from '../lease/held-lease.ts';
import { leaseClock } from '../lease/lease.ts';
import { LeaseKeeper } from '../lease/lease-keeper.ts';
import { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import { aClaim } from '../lease/testing/a-claim.ts';
import { RunSlots, type RunExit } from './run-slots.ts';

const silent = createLogger({ service: 'test', level: 'silent' });

function aWorker(count: number, logger = silent) {
  const orchestrator = new FakeOrchestrator();
  const keeper = new LeaseKeeper({ orchestrator, logger });
  const runs: { lease: HeldLease; end: (exit: RunExit) => void }[] = [];
  const told: boolean[] = [];
  const slots = new RunSlots({
    slots: count,
    orchestrator,
    keeper,
    logger,
    logContext: ({ runId, attempt }) => ({ migrationId: runId, attempt }),
    onSlots: ({ free }) => told.push(free > 0),
    execute: (_claim, lease) => {
      const { promise, resolve } = Promise.withResolvers<RunExit>();
      runs.push({ lease, end: resolve });
      const handBack = (): void => resolve({ exit: 'handed-back' });
      if (lease.stopping.aborted) handBack();
      else lease.stopping.addEventListener('abort', handBack);
      return promise;
    },
  });
  for (const id of [1, 2, 3]) orchestrator.claims.set(id, aClaim({ settings: { migrationId: id } }));
  return { slots, orchestrator, keeper, runs, told };
}

describe('A worker claims runs for its slots', () => {
  test('When a slot is free, then the run is taken and continues independently of its caller', async () => {
    const { slots, runs, told } = aWorker(2);
    expect(await slots.claim({ runId: 1, attempt: 1 })).toBe('taken');
    expect(await slots.claim({ runId: 2, attempt: 1 })).toBe('taken');
    expect(runs).toHaveLength(2);
    expect(told).toEqual([true, false]);
    expect(await slots.claim({ runId: 3, attempt: 1 })).toBe('full');
  });

  test('When an offer brings its grant, then the lease counts from when it was asked for', async () => {
    const { slots, runs } = aWorker(1);
    const { monotonic, wall } = leaseClock();
    await slots.claim({ runId: 1, attempt: 1 }, { monotonic: monotonic - 60_000, wall: wall - 60_000 });
    expect(runs.map(({ lease }) => lease.isValid)).toEqual([false]);
  });

  test('When the orchestrator refuses the claim, then it is forgotten and the slot is free', async () => {
    const { slots, runs } = aWorker(1);
    expect(await slots.claim({ runId: 99, attempt: 1 })).toBe('refused');
    expect(runs).toEqual([]);
    expect(slots.freeSlots).toBe(1);
  });

  test('When the orchestrator does not answer, then that is thrown and the slot is free', async () => {
    const { slots, orchestrator } = aWorker(1);
    orchestrator.unreachable = true;
    await expect(slots.claim({ runId: 1, attempt: 1 })).rejects.toThrow('unreachable');
    expect(slots.freeSlots).toBe(1);
  });

  test('When a command and an offer bring the same run concurrently, then it is claimed once', async () => {
    const { slots, runs } = aWorker(3);
    expect(
      await Promise.all([slots.claim({ runId: 1, attempt: 1 }), slots.claim({ runId: 1, attempt: 1 })]),
    ).toEqual(['taken', 'refused']);
    expect(runs).toHaveLength(1);
  });

  test('When a run is finished, then its slot is free and its lease is kept until its end is read', async () => {
    const { slots, keeper, runs } = aWorker(1);
    await slots.claim({ runId: 1, attempt: 1 });
    runs[0]?.end({ exit: 'finished' });
    await eventually(() => expect(slots.freeSlots).toBe(1), { what: 'the slot to be free' });
    expect(keeper.holds(1)).toBe(true);
    expect(await slots.claim({ runId: 1, attempt: 2 })).toBe('refused');
  });

  test.each([
    ['a sweep is over', 'over', 0],
    ['a run has finished', 'finished', 1],
  ] as const)('When %s, then the log has that many lines of it', async (_, exit, count) => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const { slots, runs } = aWorker(1, createLogger({ service: 'test', level: 'info' }, { write }));
    await slots.claim({ runId: 1, attempt: 1 });
    runs[0]?.end({ exit });
    await eventually(() => expect(slots.freeSlots).toBe(1), { what: 'the slot to be free' });
    expect(lines).toHaveLength(count);
  });

  test('When the worker stops, then it takes nothing more and hands its runs back', async () => {
    const { slots, orchestrator, runs } = aWorker(2);
    await slots.claim({ runId: 1, attempt: 1 });
    const late = slots.claim({ runId: 2, attempt: 1 });
    await slots[Symbol.asyncDispose]();
    expect(await late).toBe('taken');
    expect(runs.map(({ lease }) => lease.stopReason)).toEqual(['shutdown', 'shutdown']);
    expect(orchestrator.released.map(({ run }) => run.runId).sort()).toEqual([1, 2]);
    expect(await slots.claim({ runId: 3, attempt: 1 })).toBe('full');
  });

  test('When a run waits too long for a vendor, then it is handed back for later, and its slot is free', async () => {
    const { slots, orchestrator, keeper, runs } = aWorker(1);
    await slots.claim({ runId: 1, attempt: 1 });
    const wait = { ms: 15_000, reason: "Waiting for HubSpot's limit" };
    runs[0]?.end({ exit: 'handed-back', wait });
    await eventually(() => expect(slots.freeSlots).toBe(1), { what: 'the slot to be free' });
    expect(orchestrator.released).toMatchObject([{ run: { runId: 1 }, wait }]);
    expect(keeper.holds(1)).toBe(false);
  });

  test('When the worker stops while the end of a run is not counted yet, then that lease is handed back too', async () => {
    const { slots, orchestrator, keeper, runs } = aWorker(2);
    await slots.claim({ runId: 1, attempt: 1 });
    runs[0]?.end({ exit: 'finished' });
    await eventually(() => expect(keeper.finishedLeases).toHaveLength(1), { what: 'the run to be finished' });
    expect(orchestrator.released).toEqual([]);
    await slots[Symbol.asyncDispose]();
    expect(orchestrator.released).toMatchObject([{ run: { runId: 1 }, wait: undefined }]);
    expect(keeper.holds(1)).toBe(false);
  });

  test('When the lease was lost, then nothing is handed back', async () => {
    const { slots, orchestrator, runs } = aWorker(1);
    await slots.claim({ runId: 1, attempt: 1 });
    runs[0]?.end({ exit: 'lost' });
    await slots[Symbol.asyncDispose]();
    expect(orchestrator.released).toEqual([]);
  });
});
