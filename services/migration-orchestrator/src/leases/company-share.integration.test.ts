import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { getMigrationLogs } from '@ridgeline/contracts';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import {
  startOrchestrator,
  type OrchestratorUnderTest,
  type Run,
} from '../testing/orchestrator-under-test.ts';

let database: TestDatabase;
let orchestrator: OrchestratorUnderTest;

// Every waiting run in the database counts: each test has a database of its own.
beforeEach(async () => {
  database = await testDatabase('migration');
  orchestrator = await startOrchestrator(database.db, { slotsPerCompany: 2 });
});

afterEach(async () => {
  await orchestrator[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** Makes every waiting run older than the time in which a free worker would take it. */
const allWaitLong = () =>
  database.asAdmin(
    `update migrations set commanded_at = now() - interval '4 seconds',
       not_before = not_before - interval '4 seconds'`,
  );

const runsOf = async (companyId: string, count: number): Promise<Run[]> => {
  const runs: Run[] = [];
  while (runs.length < count) runs.push(await orchestrator.run(companyId));
  return runs;
};

/** The runs that must be handed back, according to the renewals of their own workers. */
async function toYield(runs: readonly Run[]): Promise<Run[]> {
  const told = await Promise.all(runs.map(async (run) => (await run.worker.renew([run])).runs[0]?.state));
  return runs.filter((_, index) => told[index] === 'yield');
}

const notClaimable = { code: 'run.not_claimable' };

/** One company has yielded the youngest of its three runs to another company's run, which no worker has taken yet. */
async function afterYielding() {
  const runs = await runsOf('roofers', 3);
  const theirs = await orchestrator.migration('tilers');
  await allWaitLong();
  const [youngest] = await toYield(runs);
  if (!youngest) throw new Error('No run yields');
  await youngest.worker.release(youngest);
  return { runs, youngest, theirs };
}

describe('slots while others wait', () => {
  test('When no other company waits, then a company may use all slots, and none of its runs has to yield', async () => {
    const runs = await runsOf('roofers', 4);
    await orchestrator.migration('roofers');
    await allWaitLong();
    expect(await toYield(runs)).toEqual([]);
  });

  test('When another company waits, then a company that has its share gets no further slot, and the other one does', async () => {
    await runsOf('roofers', 2);
    const mine = await orchestrator.migration('roofers');
    const theirs = await orchestrator.migration('tilers');
    await allWaitLong();
    await expect(orchestrator.worker().claim(mine.id)).rejects.toMatchObject(notClaimable);
    await orchestrator.worker().claim(theirs.id);
    await orchestrator.worker().claim(mine.id);
  });

  test('When another company waited for a moment only, then no run is held back for it', async () => {
    const runs = await runsOf('roofers', 3);
    await orchestrator.migration('tilers');
    expect(await toYield(runs)).toEqual([]);
    await runsOf('roofers', 1);
  });

  test('When a company has more than its share, then its youngest run yields, one for each company that waits', async () => {
    const [first, second, third, fourth] = await runsOf('roofers', 4);
    await orchestrator.migration('tilers');
    await orchestrator.migration('tilers');
    await allWaitLong();
    const all = [first, second, third, fourth].filter((run) => run !== undefined);
    expect(await toYield(all)).toEqual([fourth]);
    await orchestrator.migration('masons');
    await allWaitLong();
    expect(await toYield(all)).toEqual([third, fourth]);
  });

  test('When the youngest has yielded and the other company has the slot, then nothing goes to and fro', async () => {
    const { runs, youngest, theirs } = await afterYielding();
    await allWaitLong();
    // The slot is offered first to the company that has none, before the one that yielded it.
    const { offers } = await orchestrator.worker().renew([], 1);
    expect(offers.map(({ migrationId }) => migrationId)).toEqual([theirs.id]);
    await expect(orchestrator.nextAttempt(youngest)).rejects.toMatchObject(notClaimable);
    const taken = await orchestrator.worker().claim(theirs.id);
    expect(taken.epoch).toBe(1);

    await allWaitLong();
    expect(await toYield(runs.slice(0, 2))).toEqual([]);
    // No other company is waiting any more: the run that yielded continues as soon as a slot is free, and does not starve.
    await orchestrator.nextAttempt(youngest);
  });

  test('When a run yields, then it says that it waits for a slot, until it has one', async () => {
    const forSlot = 'Waiting for a free slot: migrations of other companies have their turn';
    const { youngest, theirs } = await afterYielding();
    const waits = { waitingFor: forSlot, phase: 'waiting', health: 'healthy' };
    expect(await orchestrator.look(youngest.migration)).toMatchObject(waits);
    await orchestrator.worker().claim(theirs.id);
    expect(await orchestrator.look(youngest.migration)).toMatchObject(waits);
    const [told] = await orchestrator.person('roofers')(getMigrationLogs, {
      params: { id: String(youngest.migrationId) },
    });
    expect(told).toMatchObject({
      message: 'The migration makes room for others while it waits; it resumes automatically',
      context: { waitsFor: forSlot },
    });

    const resumed = await orchestrator.nextAttempt(youngest);
    expect(await orchestrator.look(resumed.migration)).toMatchObject({ waitingFor: null, phase: 'reading' });
    // The wait has been cleared: a worker lost now counts as a loss.
    await orchestrator.letLeaseEnd(resumed.migrationId);
    await orchestrator.reap();
    expect(await orchestrator.look(resumed.migration)).toMatchObject({ health: 'recovering' });
  });

  test('When a worker stops and no other company waits, then another worker is expected to take the run', async () => {
    const [run] = await runsOf('roofers', 3);
    if (!run) throw new Error('There is no run');
    await run.worker.release(run);
    expect(await orchestrator.look(run.migration)).toMatchObject({
      waitingFor: 'Waiting for another worker to go on',
      health: 'recovering',
    });
  });

  test('When all companies that wait have their share, then they are no reason to yield', async () => {
    const mine = await runsOf('roofers', 3);
    await runsOf('tilers', 2);
    await orchestrator.migration('tilers');
    await allWaitLong();
    expect(await toYield(mine)).toEqual([]);
  });

  test('A run that waits for a vendor without a worker is no reason to yield until its time has come', async () => {
    const mine = await runsOf('roofers', 3);
    const [theirs] = await runsOf('tilers', 1);
    if (!theirs) throw new Error('There is no run');
    await theirs.worker.release(theirs, { ms: 600_000, reason: 'Waiting for AccuLynx' });
    await allWaitLong();
    expect(await toYield(mine)).toEqual([]);
    await database.asAdmin(`update migrations set not_before = now() - interval '4 seconds'
      where id = ${theirs.migrationId}`);
    expect(await toYield(mine)).toHaveLength(1);
  });
});
