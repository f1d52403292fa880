import { describe, expect, test } from '@jest/globals';
import { cancelMigration } from '@ridgeline/contracts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();

const notClaimable = { code: 'run.not_claimable' };
const wait = { ms: 600_000, reason: "Waiting for HubSpot's daily limit" };

async function offered(): Promise<number[]> {
  const { offers } = await orchestrator.worker().renew([], 1_000);
  return offers.map(({ migrationId }) => migrationId);
}

const waitIsOver = (migrationId: number) =>
  database.asAdmin(
    `update migrations set not_before = now() - interval '1 millisecond' where id = ${migrationId}`,
  );

describe('a run that waits long for a vendor', () => {
  test('When it is handed back, then it shows what it waits for, and is neither offered, commanded nor claimable before its time', async () => {
    const run = await orchestrator.run();
    await run.worker.release(run, wait);
    const waiting = await orchestrator.look(run.migration);
    expect(waiting).toMatchObject({ status: 'running', waitingFor: wait.reason, attempt: 2 });
    expect(await orchestrator.commandedAttempts(run.migrationId)).toEqual([1]);
    expect(await offered()).not.toContain(run.migrationId);
    await expect(orchestrator.worker().claim(run.migrationId, 2)).rejects.toMatchObject(notClaimable);
    expect((await run.worker.renew([run])).runs).toMatchObject([{ state: 'lost' }]);
  });

  test('When the wait is over, then it is offered immediately and continues where it was', async () => {
    const run = await orchestrator.run();
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.release(run, wait);
    await waitIsOver(run.migrationId);
    expect(await offered()).toContain(run.migrationId);
    const claim = await orchestrator.worker().claim(run.migrationId, 2);
    expect(claim).toMatchObject({ nextBatch: 2, plannedRecords: 1, newPortal: false });
    expect(await orchestrator.look(run.migration)).toMatchObject({ waitingFor: null });
    expect(await offered()).not.toContain(run.migrationId);
  });

  test('The next migration of its portal waits with it', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await orchestrator.run('roofers', connection);
    const next = await orchestrator.migration('roofers', connection);
    await run.worker.release(run, wait);
    expect(await offered()).not.toContain(next.id);
    await expect(orchestrator.worker().claim(next.id)).rejects.toMatchObject(notClaimable);
    expect(await orchestrator.commandedAttempts(next.id)).toEqual([]);
  });

  test('When it is cancelled while it waits, then it ends immediately with its account, and the next migration starts', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await orchestrator.run('roofers', connection);
    const next = await orchestrator.migration('roofers', connection);
    await run.worker.release(run, wait);
    const params = { id: String(run.migrationId) };
    const cancelled = await orchestrator.person('roofers')(cancelMigration, { params });
    expect(cancelled).toMatchObject({ status: 'cancelled', waitingFor: null, reconciliation: { source: 0 } });
    await orchestrator.worker().claim(next.id);
  });

  test('However often it waits, that is no crash', async () => {
    let run = await orchestrator.run();
    for (let times = 0; times < 5; times += 1) {
      await run.worker.release(run, wait);
      await waitIsOver(run.migrationId);
      run = await orchestrator.nextAttempt(run);
    }
    expect(await orchestrator.look(run.migration)).toMatchObject({ status: 'running', attempt: 6 });
  });
});
