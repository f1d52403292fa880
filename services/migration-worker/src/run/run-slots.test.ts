import { createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit';
import { describe, expect, test } from '@jest/globals';
import type { HeldLease } from '../lease/lease.ts';
import { LeaseKeeper } from '../lease/lease-keeper.ts';
import { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import { aClaim } from '../testing/a-claim.ts';
import { RunSlots, type RunExit } from './run-slots.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

function hosting(slots: number) {
  const orchestrator = new FakeOrchestrator();
  const keeper = new LeaseKeeper({ orchestrator, logger });
  const runs: { lease: HeldLease; end: (exit: RunExit) => void }[] = [];
  const told: boolean[] = [];
  const host = new RunSlots({
    slots,
    orchestrator,
    keeper,
    logger,
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
  return { host, orchestrator, keeper, runs, told };
}

describe('A worker claims runs for its slots', () => {
  test('When a slot is free, then the run is taken and goes on apart from who brought it', async () => {
    const { host, runs, told } = hosting(2);
    expect(await host.claim(1, 1)).toBe('taken');
    expect(await host.claim(2, 1)).toBe('taken');
    expect(runs).toHaveLength(2);
    expect(told).toEqual([true, false]);
    expect(await host.claim(3, 1)).toBe('full');
  });

  test('When the orchestrator refuses the claim, then it is forgotten and the slot is free', async () => {
    const { host, runs } = hosting(1);
    expect(await host.claim(99, 1)).toBe('refused');
    expect(runs).toEqual([]);
    expect(host.freeSlots).toBe(1);
  });

  test('When the orchestrator does not answer, then that is thrown and the slot is free', async () => {
    const { host, orchestrator } = hosting(1);
    orchestrator.unreachable = true;
    await expect(host.claim(1, 1)).rejects.toThrow('unreachable');
    expect(host.freeSlots).toBe(1);
  });

  test('When a command and an offer bring the same run at once, then it is claimed once', async () => {
    const { host, runs } = hosting(3);
    expect(await Promise.all([host.claim(1, 1), host.claim(1, 1)])).toEqual(['taken', 'refused']);
    expect(runs).toHaveLength(1);
  });

  test('When a run is finished, then its slot is free and its lease is kept until its end is read', async () => {
    const { host, keeper, runs } = hosting(1);
    await host.claim(1, 1);
    runs[0]?.end({ exit: 'finished' });
    await eventually(() => expect(host.freeSlots).toBe(1), { what: 'the slot to be free' });
    expect(keeper.holds(1)).toBe(true);
    expect(await host.claim(1, 2)).toBe('refused');
  });

  test('When the worker stops, then it takes nothing more and hands its runs back', async () => {
    const { host, orchestrator, runs } = hosting(2);
    await host.claim(1, 1);
    const late = host.claim(2, 1);
    await host[Symbol.asyncDispose]();
    expect(await late).toBe('taken');
    expect(runs.map(({ lease }) => lease.stopReason)).toEqual(['shutdown', 'shutdown']);
    expect(orchestrator.released.map(({ run }) => run.migrationId).sort()).toEqual([1, 2]);
    expect(await host.claim(3, 1)).toBe('full');
  });

  test('When a run waits too long for a vendor, then it is handed back for later, and its slot is free', async () => {
    const { host, orchestrator, keeper, runs } = hosting(1);
    await host.claim(1, 1);
    const wait = { ms: 15_000, reason: "Waiting for HubSpot's limit" };
    runs[0]?.end({ exit: 'handed-back', wait });
    await eventually(() => expect(host.freeSlots).toBe(1), { what: 'the slot to be free' });
    expect(orchestrator.released).toMatchObject([{ run: { migrationId: 1 }, wait }]);
    expect(keeper.holds(1)).toBe(false);
  });

  test('When the worker stops while the end of a run is not counted yet, then that lease is handed back too', async () => {
    const { host, orchestrator, keeper, runs } = hosting(2);
    await host.claim(1, 1);
    runs[0]?.end({ exit: 'finished' });
    await eventually(() => expect(keeper.finishedLeases).toHaveLength(1), { what: 'the run to be finished' });
    expect(orchestrator.released).toEqual([]);
    await host[Symbol.asyncDispose]();
    expect(orchestrator.released).toMatchObject([{ run: { migrationId: 1 }, wait: undefined }]);
    expect(keeper.holds(1)).toBe(false);
  });

  test('When the lease was lost, then nothing is handed back', async () => {
    const { host, orchestrator, runs } = hosting(1);
    await host.claim(1, 1);
    runs[0]?.end({ exit: 'lost' });
    await host[Symbol.asyncDispose]();
    expect(orchestrator.released).toEqual([]);
  });
});
