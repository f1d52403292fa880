import { describe, expect, test } from '@jest/globals';
import {
  cancelMigration,
  cleanUpProcesses,
  getOrphanedProcesses,
  getProcessHealth,
  type MigrationProcess,
} from '@ridgeline/contracts';
import { decodeValue, OutcomeKind, topics } from '@ridgeline/events';
import { eventually } from '@ridgeline/testkit/integration';
import { ReaperGrace } from '../leases/reaper-grace.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();

const person = (companyId: string) => orchestrator.person(companyId);
const administrator = orchestrator.person('staff', { administrator: true });

const processOf = (processes: readonly MigrationProcess[], migrationId: number) =>
  processes.filter((process) => process.migrationId === migrationId);

/** The details of all cleanups in the audit trail. */
async function deeds(): Promise<string[]> {
  const rows = await database.db.forSystem((tx) =>
    tx.query<{ value: Uint8Array }>(`select value from outbox where topic = $1 order by id`, [
      topics.auditEntry.name,
    ]),
  );
  const entries = rows.map(({ value }) => decodeValue(topics.auditEntry, value));
  return entries
    .filter(({ action }) => action === 'processes-cleaned-up')
    .map(({ companyId, detail }) => `${companyId}: ${detail}`);
}

async function silentRun(companyId: string) {
  const run = await orchestrator.run(companyId);
  await orchestrator.letLeaseEnd(run.migrationId);
  return run;
}

describe('process health', () => {
  test('A process shows from its claim to its end, with what its migration has counted', async () => {
    const run = await orchestrator.run('watchers');
    const ask = person('watchers');
    const begun = await ask(getProcessHealth);
    expect(begun).toMatchObject({ summary: { total: 1, healthy: 1, unhealthy: 0 }, orphanedProcesses: [] });
    expect(begun.processes).toMatchObject([
      {
        processId: run.worker.processId,
        migrationId: run.migrationId,
        serverInstanceId: 'worker-1',
        pid: 4711,
        status: 'starting',
        endedAt: null,
        isHealthy: true,
      },
    ]);
    await run.worker.planCreates(run, 1, ['a', 'b']);
    await run.worker.progress(run, 20);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED, b: OutcomeKind.CREATED });
    const [running] = (await ask(getProcessHealth)).processes;
    expect(running).toMatchObject({
      status: 'running',
      heartbeatData: { processedCount: 2, targetCount: 20 },
    });

    await run.worker.release(run);
    const [ended] = (await ask(getProcessHealth)).processes;
    expect(ended).toMatchObject({
      id: running?.id,
      status: 'completed',
      isHealthy: true,
      heartbeatData: { processedCount: 2, targetCount: 20 },
    });
    expect(ended?.endedAt).not.toBeNull();
    await database.asAdmin(
      `update attempts set ended_at = now() - interval '16 minutes' where id = ${ended?.id ?? 0}`,
    );
    expect((await ask(getProcessHealth)).processes).toEqual([]);
  });

  test('The heartbeat is the last renewal of the lease, not the last report', async () => {
    const run = await orchestrator.run('beating');
    await database.asAdmin(
      `update attempts set last_heartbeat = now() - interval '1 hour' where migration_id = ${run.migrationId}`,
    );
    await run.worker.renew([run]);
    const [process] = (await person('beating')(getProcessHealth)).processes;
    expect(Date.now() - Date.parse(process?.lastHeartbeat ?? '')).toBeLessThan(10_000);
  });

  test('What a process had counted at its end stays, however far the next one comes', async () => {
    const first = await silentRun('counters');
    await orchestrator.reap();
    const run = await orchestrator.nextAttempt(first);
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.progress(run, 5);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    const { processes, summary } = await person('counters')(getProcessHealth);
    expect(
      processes.map(({ status, isHealthy, heartbeatData }) => [status, isHealthy, heartbeatData]),
    ).toEqual([
      ['running', true, { processedCount: 1, targetCount: 5 }],
      // It crashed before it knew the target, which equals the migration's.
      ['crashed', true, { processedCount: 0, targetCount: 5 }],
    ]);
    expect(summary).toEqual({ total: 2, healthy: 2, unhealthy: 0 });
  });

  test('A crashed process counts as unhealthy until another one takes its migration, or that ends', async () => {
    const ask = person('crashing');
    const crashed = async ({ migrationId }: Awaited<ReturnType<typeof silentRun>>) => {
      const { processes, summary } = await ask(getProcessHealth);
      const { endedAt, ...process } = processOf(processes, migrationId).at(-1) ?? { endedAt: null };
      expect(endedAt).not.toBeNull();
      return { process, summary };
    };
    const orphans = async () =>
      (await ask(getOrphanedProcesses)).orphanedProcesses.map(({ migrationId }) => migrationId);
    const [adopted, cancelled] = [await silentRun('crashing'), await silentRun('crashing')];
    await orchestrator.reap();
    expect(await crashed(adopted)).toMatchObject({
      process: { status: 'crashed', isHealthy: false, companyId: 'crashing' },
      summary: { total: 2, healthy: 0, unhealthy: 2 },
    });
    expect((await orphans()).toSorted()).toEqual([adopted.migrationId, cancelled.migrationId]);
    const next = await orchestrator.nextAttempt(adopted);
    expect(await crashed(adopted)).toMatchObject({
      process: { status: 'crashed', isHealthy: true },
      summary: { total: 3, healthy: 2, unhealthy: 1 },
    });
    expect(await orphans()).toEqual([cancelled.migrationId]);
    // This stays so when the next process hands the run back for a while.
    await next.worker.release(next, { ms: 60_000, reason: "Waiting for AccuLynx's limit" });
    await ask(cancelMigration, { params: { id: String(cancelled.migrationId) } });
    expect(await crashed(cancelled)).toMatchObject({
      process: { status: 'crashed', isHealthy: true },
      summary: { total: 3, healthy: 3, unhealthy: 0 },
    });
    expect(await orphans()).toEqual([]);
  });

  test('A crashed process whose migration no worker takes stays an orphan, however long ago it ended', async () => {
    const { migrationId } = await silentRun('forgotten');
    await orchestrator.reap();
    await database.asAdmin(
      `update attempts set ended_at = now() - interval '1 day' where migration_id = ${migrationId}`,
    );
    const health = await person('forgotten')(getProcessHealth);
    expect(health).toMatchObject({
      processes: [{ migrationId, status: 'crashed', isHealthy: false }],
      summary: { total: 1, healthy: 0, unhealthy: 1 },
    });
    expect(health.orphanedProcesses).toEqual(health.processes);
  });

  test('People see the processes of their own company, administrators all', async () => {
    const [ours, theirs] = [await silentRun('ours'), await silentRun('theirs')];
    for (const endpoint of [getProcessHealth, getOrphanedProcesses] as const) {
      const seen = async (ask: ReturnType<typeof person>) => (await ask(endpoint)).orphanedProcesses;
      const [mine, all] = [await seen(person('ours')), await seen(administrator)];
      expect(mine.map(({ migrationId }) => migrationId)).toEqual([ours.migrationId]);
      for (const { migrationId } of [ours, theirs]) expect(processOf(all, migrationId)).toHaveLength(1);
    }
    await orchestrator.reap();
    const { processes } = await person('ours')(getProcessHealth);
    expect(processes.map(({ migrationId, status }) => [migrationId, status])).toEqual([
      [ours.migrationId, 'crashed'],
    ]);
    expect(processOf((await administrator(getProcessHealth)).processes, theirs.migrationId)).toHaveLength(1);
  });
});

describe('cleanup of processes', () => {
  test('Orphans are taken back immediately, healthy processes are spared, and a second press takes nothing', async () => {
    const [lost, healthy] = [await silentRun('tidy'), await orchestrator.run('tidy')];
    const ask = person('tidy');
    const { migrationId, worker } = lost;
    const offered = `Migration #${migrationId} was offered to all workers, for the next free one to take it.`;
    expect(await ask(cleanUpProcesses)).toEqual({
      cleaned: 1,
      cleanedProcesses: [
        { id: expect.any(Number), processId: worker.processId, migrationId, outcome: 'handed-over' },
      ],
      waiting: [],
      spared: 1,
      message: `Cleaned up 1 orphaned process. ${offered}`,
    });
    expect(await ask(cleanUpProcesses)).toEqual({
      cleaned: 0,
      cleanedProcesses: [],
      waiting: [{ id: expect.any(Number), processId: worker.processId, migrationId }],
      spared: 1,
      message: `1 orphaned process had ended already. ${offered}`,
    });
    expect((await healthy.worker.renew([healthy])).runs).toMatchObject([{ state: 'held' }]);
    expect((await worker.renew([lost])).runs).toMatchObject([{ state: 'lost' }]);
    expect(await orchestrator.nextAttempt(lost)).toMatchObject({ epoch: 2 });
    expect(await ask(cleanUpProcesses)).toMatchObject({
      cleaned: 0,
      waiting: [],
      spared: 2,
      message: 'There was nothing to clean up.',
    });
    expect((await deeds()).filter((deed) => deed.startsWith('tidy'))).toEqual([
      `tidy: the process of migration #${migrationId}`,
      `tidy: migration #${migrationId} was offered to the workers again`,
      'tidy: nothing was orphaned',
    ]);
  });

  test('A run that no worker took since its process crashed is offered again, once however many press', async () => {
    const { migrationId } = await silentRun('waiting');
    await orchestrator.reap();
    await database.asAdmin(
      `update migrations set commanded_at = now() - interval '5 seconds' where id = ${migrationId}`,
    );
    const answers = await Promise.all([1, 2].map(() => person('waiting')(cleanUpProcesses)));
    for (const answer of answers) expect(answer).toMatchObject({ cleaned: 0, waiting: [{ migrationId }] });
    expect(await orchestrator.commandedAttempts(migrationId)).toEqual([1, 2, 2]);
  });

  test('When two people press at the same time, then each orphan is taken once, and both answers name them', async () => {
    const orphans = [await silentRun('pair'), await silentRun('pair')];
    const answers = await Promise.all([1, 2].map(() => person('pair')(cleanUpProcesses)));
    const ids = answers.flatMap(({ cleanedProcesses }) => cleanedProcesses.map((each) => each.migrationId));
    const expected = orphans.map(({ migrationId }) => migrationId);
    expect(ids.toSorted()).toEqual(expected);
    for (const { cleanedProcesses, waiting } of answers)
      expect([...cleanedProcesses, ...waiting].map(({ migrationId }) => migrationId).toSorted()).toEqual(
        expected,
      );
    for (const { migration } of orphans) {
      expect(await orchestrator.look(migration)).toMatchObject({ attempt: 2 });
      expect(await orchestrator.commandedAttempts(migration.id)).toEqual([1, 2]);
    }
  });

  test('People clean up in their own company only, administrators everywhere', async () => {
    const theirs = await silentRun('far');
    expect(await person('near')(cleanUpProcesses)).toMatchObject({ cleaned: 0, spared: 0 });
    expect(await orchestrator.look(theirs.migration)).toMatchObject({ attempt: 1 });
    const { cleanedProcesses } = await administrator(cleanUpProcesses);
    expect(cleanedProcesses.map(({ migrationId }) => migrationId)).toContain(theirs.migrationId);
    expect(await deeds()).toContain(`staff: the process of migration #${theirs.migrationId}`);
  });

  test('The answer says when a run failed or had been cancelled', async () => {
    const run = await silentRun('hopeless');
    await database.asAdmin(
      `update migrations set crashes_without_progress = 2 where id = ${run.migrationId}`,
      `update migrations set progress_at_crash = 99 where id = ${run.migrationId}`,
    );
    expect((await person('hopeless')(cleanUpProcesses)).cleanedProcesses).toMatchObject([
      { migrationId: run.migrationId, outcome: 'given-up' },
    ]);
    const cancelled = await orchestrator.run('hopeless');
    await person('hopeless')(cancelMigration, { params: { id: String(cancelled.migrationId) } });
    await orchestrator.letLeaseEnd(cancelled.migrationId);
    expect((await person('hopeless')(cleanUpProcesses)).cleanedProcesses).toMatchObject([
      { migrationId: cancelled.migrationId, outcome: 'cancelled' },
    ]);
  });

  test('When the orchestrator itself was unavailable, then processes get a lease to renew before a cleanup takes them', async () => {
    const grace = new ReaperGrace(500);
    await using returned = await startOrchestrator(database.db, { grace });
    // A portal of its own, because the orchestrator of the other tests gives its connections the same ids.
    const connection = returned.connection('patient', { hubSpotPortalId: 'portal-of-the-patient' });
    const run = await returned.run('patient', connection);
    await returned.letLeaseEnd(run.migrationId);
    const ask = returned.person('patient');
    expect(await ask(cleanUpProcesses)).toEqual({
      cleaned: 0,
      cleanedProcesses: [],
      waiting: [],
      spared: 1,
      message: 'Heartbeats could not arrive a moment ago. Processes get 1 s more to tell that they live.',
    });
    expect((await run.worker.renew([run])).runs).toMatchObject([{ state: 'held' }]);

    await returned.letLeaseEnd(run.migrationId);
    grace.nextLookAt(Infinity);
    await eventually(
      async () => expect(await ask(cleanUpProcesses)).toMatchObject({ cleaned: 1, spared: 0 }),
      {
        what: 'the cleanup to take the process',
      },
    );
    expect([...new Set(await deeds())].filter((deed) => deed.startsWith('patient'))).toEqual([
      'patient: it was too early to tell',
      `patient: the process of migration #${run.migrationId}`,
    ]);
  });
});
