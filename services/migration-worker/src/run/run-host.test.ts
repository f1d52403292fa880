import type { Claim } from '@ridgeline/contracts/internal';
import { createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit';
import { describe, expect, test } from '@jest/globals';
import type { HeldLease } from '../lease/lease.ts';
import { LeaseKeeper } from '../lease/lease-keeper.ts';
import { FakeOrchestrator } from '../orchestrator/orchestrator.fake.ts';
import { RunHost, type RunDeparture } from './run-host.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

const claimOf = (migrationId: number): Claim => ({
  epoch: 1,
  leaseMs: 5_000,
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

function hosting(slots: number) {
  const orchestrator = new FakeOrchestrator();
  const keeper = new LeaseKeeper({ orchestrator, logger });
  const runs: { lease: HeldLease; end: (departure: RunDeparture) => void }[] = [];
  const told: boolean[] = [];
  const host = new RunHost({
    slots,
    orchestrator,
    keeper,
    logger,
    onSlots: ({ free }) => told.push(free > 0),
    execute: (_claim, lease) => {
      const { promise, resolve } = Promise.withResolvers<RunDeparture>();
      runs.push({ lease, end: resolve });
      const handBack = (): void => resolve('handed-back');
      if (lease.stopping.aborted) handBack();
      else lease.stopping.addEventListener('abort', handBack);
      return promise;
    },
  });
  for (const id of [1, 2, 3]) orchestrator.claims.set(id, claimOf(id));
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
    expect(await Promise.all([host.claim(1, 1), host.claim(1, 1)])).toEqual(['taken', 'full']);
    expect(runs).toHaveLength(1);
  });

  test('When a run is finished, then its slot is free and its lease is kept until its end is read', async () => {
    const { host, keeper, runs } = hosting(1);
    await host.claim(1, 1);
    runs[0]?.end('finished');
    await eventually(() => expect(host.freeSlots).toBe(1), { what: 'the slot to be free' });
    expect(keeper.holds(1)).toBe(true);
    expect(await host.claim(1, 2)).toBe('full');
  });

  test('When the worker stops, then it takes nothing more and hands its runs back', async () => {
    const { host, orchestrator, runs } = hosting(2);
    await host.claim(1, 1);
    const late = host.claim(2, 1);
    await host[Symbol.asyncDispose]();
    expect(await late).toBe('taken');
    expect(runs.map(({ lease }) => lease.stopReason)).toEqual(['shutdown', 'shutdown']);
    expect(orchestrator.released.map(({ migrationId }) => migrationId).sort()).toEqual([1, 2]);
    expect(await host.claim(3, 1)).toBe('full');
  });

  test('When the lease was lost, then nothing is handed back', async () => {
    const { host, orchestrator, runs } = hosting(1);
    await host.claim(1, 1);
    runs[0]?.end('lost');
    await host[Symbol.asyncDispose]();
    expect(orchestrator.released).toEqual([]);
  });
});
