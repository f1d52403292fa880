import { beforeEach, describe, expect, test } from '@jest/globals';
import { cancelMigration, pauseMigration, resumeMigration, type Migration } from '@ridgeline/contracts';
import type { Claim } from '@ridgeline/contracts/internal';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();

const idOf = ({ id }: Pick<Migration, 'id'>) => ({ params: { id: String(id) } });
const pause = (migration: Pick<Migration, 'id'>, companyId = 'roofers') =>
  orchestrator.person(companyId)(pauseMigration, idOf(migration));
const resume = (migration: Pick<Migration, 'id'>, companyId = 'roofers') =>
  orchestrator.person(companyId)(resumeMigration, idOf(migration));

const notClaimable = { code: 'run.not_claimable' };

/** What another worker would be offered a second after the start command. */
async function offered(): Promise<number[]> {
  await database.asAdmin(`update migrations set commanded_at = commanded_at - interval '2 seconds'`);
  const { offers } = await orchestrator.worker().renew([], 100);
  return offers.map(({ migrationId }) => migrationId);
}

/** Another worker takes it. */
async function claimNext({ migration }: Run): Promise<Claim> {
  const { attempt } = await orchestrator.look(migration);
  return orchestrator.worker().claim(migration.id, attempt);
}

/** Its worker hands it back, as its renewal tells it to. */
async function handBack(run: Run): Promise<void> {
  expect((await run.worker.renew([run])).runs).toMatchObject([{ state: 'yield' }]);
  await run.worker.release(run);
}

// Ensures that no test is offered what another one left.
beforeEach(() =>
  database.asAdmin(
    `delete from leases`,
    `update migrations set status = 'cancelled', completed_at = now(), closing_until = null`,
  ),
);

describe('A running migration is paused', () => {
  test('When its worker renews the lease, then it is asked to hand it back, and no worker is given it until it is resumed', async () => {
    const run = await orchestrator.run();
    await run.worker.planCreates(run, 1, ['a']);
    expect(await pause(run.migration)).toMatchObject({ status: 'running', phase: 'pausing' });
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    await handBack(run);

    const paused = await orchestrator.look(run.migration);
    expect(paused).toMatchObject({ phase: 'paused', health: 'healthy', waitingFor: null, createdCount: 1 });
    expect(paused.pausedAt).not.toBeNull();
    expect(await offered()).toEqual([]);
    await expect(claimNext(run)).rejects.toMatchObject(notClaimable);

    expect(await resume(run.migration)).toMatchObject({ status: 'running', pausedAt: null });
    expect(await claimNext(run)).toMatchObject({ nextBatch: 2, unfinished: [] });
    expect(await orchestrator.look(run.migration)).toMatchObject({ pausedAt: null, health: 'healthy' });
  });

  test('When it is resumed before its worker has handed it back, then its worker continues, or another one is commanded', async () => {
    const run = await orchestrator.run();
    await pause(run.migration);
    await resume(run.migration);
    expect((await run.worker.renew([run])).runs).toMatchObject([{ state: 'held' }]);

    await pause(run.migration);
    expect((await run.worker.renew([run])).runs).toMatchObject([{ state: 'yield' }]);
    await resume(run.migration);
    await run.worker.release(run);
    expect((await orchestrator.commandedAttempts(run.migrationId)).at(-1)).toBe(2);
    await claimNext(run);
  });

  test('When its worker is lost before that, then it is paused, and resumes with the plans that were not reported', async () => {
    const run = await orchestrator.run();
    await run.worker.planCreates(run, 1, ['a']);
    await pause(run.migration);
    await orchestrator.letLeaseEnd(run.migrationId);
    await orchestrator.reap();
    expect(await orchestrator.look(run.migration)).toMatchObject({ phase: 'paused', health: 'healthy' });
    expect(await offered()).toEqual([]);
    await resume(run.migration);
    expect(await claimNext(run)).toMatchObject({ unfinished: [{ batch: 1 }] });
  });

  test('When it ends before its worker renews the lease, then it has ended', async () => {
    const run = await orchestrator.run();
    await pause(run.migration);
    await run.worker.finish(run, 0, RunResult.COMPLETED);
    const ended = await orchestrator.look(run.migration);
    expect(ended).toMatchObject({ status: 'completed', phase: null, pausedAt: null });
    const tooLate = { status: 409, code: 'migration.not_resumable' };
    await expect(resume(run.migration)).rejects.toMatchObject(tooLate);
    await expect(pause(run.migration)).rejects.toMatchObject({ code: 'migration.not_pausable' });
  });

  test('When it is cancelled while it is paused, then a worker looks up what was written of its last batch, and it is closed', async () => {
    const run = await orchestrator.run();
    await run.worker.planCreates(run, 1, ['a']);
    await pause(run.migration);
    await handBack(run);
    await orchestrator.person('roofers')(cancelMigration, idOf(run.migration));
    expect(await offered()).toEqual([run.migrationId]);
    expect(await claimNext(run)).toMatchObject({ closing: true, unfinished: [{ batch: 1 }] });
  });

  test('When another migration waits for its portal, then it waits until the paused one is over', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await orchestrator.run('roofers', connection);
    const next = await orchestrator.migration('roofers', connection);
    await pause(run.migration);
    await handBack(run);
    expect(await offered()).toEqual([]);
    await expect(orchestrator.worker().claim(next.id)).rejects.toMatchObject(notClaimable);
    await orchestrator.person('roofers')(cancelMigration, idOf(run.migration));
    await orchestrator.worker().claim(next.id);
  });
});

describe('A queued migration is paused', () => {
  test('When others wait for the same portal, then they have their turn, and it has its own when it is resumed', async () => {
    const connection = orchestrator.connection('roofers');
    const [first, second] = [
      await orchestrator.migration('roofers', connection),
      await orchestrator.migration('roofers', connection),
    ];
    expect(await pause(first)).toMatchObject({ status: 'queued', phase: 'paused' });
    expect(await orchestrator.commandedAttempts(second.id)).toEqual([1]);
    await expect(orchestrator.worker().claim(first.id)).rejects.toMatchObject(notClaimable);
    const worker = orchestrator.worker();
    const { epoch } = await worker.claim(second.id);
    await resume(first);
    expect(await offered()).toEqual([]);
    await worker.finish({ migrationId: second.id, epoch }, 0);
    expect(await offered()).toEqual([first.id]);
    await orchestrator.worker().claim(first.id);
  });
});

describe('Who pauses', () => {
  test('When two users press at the same time, then one pause is noted, and both get the same answer', async () => {
    const run = await orchestrator.run();
    const before = (await orchestrator.deeds()).length;
    const answers = await Promise.all([pause(run.migration), pause(run.migration)]);
    expect(new Set(answers.map(({ pausedAt }) => pausedAt)).size).toBe(1);
    await resume(run.migration);
    expect(await resume(run.migration)).toMatchObject({ pausedAt: null });
    const deeds = (await orchestrator.deeds()).slice(before);
    expect(deeds.map(({ action }) => action)).toEqual(['migration-paused', 'migration-resumed']);
  });

  test('When it is of another company, then it does not exist', async () => {
    const run = await orchestrator.run('roofers');
    const missing = { status: 404, code: 'migration.not_found' };
    await expect(pause(run.migration, 'painters')).rejects.toMatchObject(missing);
    await expect(resume(run.migration, 'painters')).rejects.toMatchObject(missing);
    expect(await orchestrator.look(run.migration)).toMatchObject({ phase: 'reading' });
  });
});

test('When it is paused for long, then it has not stalled', async () => {
  const run = await orchestrator.run();
  await pause(run.migration);
  await handBack(run);
  await database.asAdmin(`update migrations set last_activity_at = now() - interval '1 day'`);
  await orchestrator.reap();
  expect(await orchestrator.look(run.migration)).toMatchObject({ phase: 'paused', health: 'healthy' });
});
