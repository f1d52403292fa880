import { describe, expect, test } from '@jest/globals';
import { claimRun } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();

/** How many of these claims were granted, and why the others were refused. */
async function outcomes(calls: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls);
  return {
    granted: settled.filter((call) => call.status === 'fulfilled').length,
    refusals: settled.flatMap((call) => (call.status === 'rejected' ? [call.reason as unknown] : [])),
  };
}

const refused = { code: 'run.not_claimable', status: 409 };

describe('claims', () => {
  test('When twenty workers claim one run concurrently, then exactly one has it', async () => {
    const { id } = await orchestrator.migration();
    const calls = Array.from({ length: 20 }, () => orchestrator.worker().claim(id));
    const { granted, refusals } = await outcomes(calls);
    expect(granted).toBe(1);
    expect(refusals).toHaveLength(19);
    for (const refusal of refusals) expect(refusal).toMatchObject(refused);
  });

  test('A granted claim tells what to do, and the migration shows as running', async () => {
    const connection = orchestrator.connection('roofers');
    const queued = await orchestrator.migration('roofers', connection);
    const claim = await orchestrator.worker().claim(queued.id);
    expect(claim).toEqual({
      epoch: 1,
      leaseMs: 300_000,
      claimedAt: expect.any(String),
      settings: {
        migrationId: queued.id,
        companyId: 'roofers',
        connectionId: connection.id,
        migrationType: 'contacts',
        batchSize: 10,
        concurrency: 3,
        delayMs: 100,
        options: { includeNoEmailContacts: false },
        dryRun: false,
        follows: null,
        onlyChosen: false,
      },
      cursor: null,
      nextBatch: 1,
      plannedRecords: 0,
      unfinished: [],
      newPortal: true,
      hasLinks: false,
    });
    const running = await orchestrator.look(queued);
    expect(running).toMatchObject({ status: 'running', attempt: 1, waitingFor: null });
    expect(running.startedAt).not.toBeNull();
    expect(running.version).toBeGreaterThan(queued.version);
  });

  test('When a claim speaks of another attempt, then it is refused', async () => {
    const { id } = await orchestrator.migration();
    await expect(orchestrator.worker().claim(id, 2)).rejects.toMatchObject(refused);
  });

  test('When records of its kind were linked in its portal, then the claim says so, and one of another kind does not', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await orchestrator.run('roofers', connection, 'jobs');
    await run.worker.planCreates(run, 1, ['1'], 'job');
    await run.worker.batchDone(run, 1, { '1': OutcomeKind.CREATED });
    await run.worker.finish(run, 1);
    const contacts = await orchestrator.migration('roofers', connection, 'contacts');
    const { epoch, hasLinks } = await run.worker.claim(contacts.id);
    expect(hasLinks).toBe(false);
    await run.worker.finish({ migrationId: contacts.id, epoch }, 0);
    const jobs = await orchestrator.migration('roofers', connection, 'jobs');
    expect(await run.worker.claim(jobs.id)).toMatchObject({ hasLinks: true });
  });

  test('When there is no such migration, then the claim says so', async () => {
    await expect(orchestrator.worker().claim(99_999)).rejects.toMatchObject({ code: 'migration.not_found' });
  });

  test('When another migration of the connection runs, then the second is not claimable', async () => {
    const connection = orchestrator.connection('roofers');
    const first = await orchestrator.migration('roofers', connection);
    const second = await orchestrator.migration('roofers', connection);
    await orchestrator.worker().claim(first.id);
    await expect(orchestrator.worker().claim(second.id)).rejects.toMatchObject(refused);
  });

  test('When many claim both migrations of a connection concurrently, then only the first one is granted', async () => {
    const connection = orchestrator.connection('roofers');
    const migrations = [
      await orchestrator.migration('roofers', connection),
      await orchestrator.migration('roofers', connection),
    ];
    const calls = migrations.flatMap(({ id }) =>
      Array.from({ length: 6 }, () => ({ id, answer: orchestrator.worker().claim(id) })),
    );
    const settled = await Promise.allSettled(calls.map((call) => call.answer));
    const granted = settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
    expect(granted.map((claim) => claim.settings.migrationId)).toEqual([migrations[0]?.id]);
  });

  test("Postgres itself refuses that two of a connection's migrations run", async () => {
    const connection = orchestrator.connection('roofers');
    const first = await orchestrator.migration('roofers', connection);
    const second = await orchestrator.migration('roofers', connection);
    await orchestrator.worker().claim(first.id);
    const both = database.db.forSystem((tx) =>
      tx.query(`update migrations set status = 'running' where id = $1`, [second.id]),
    );
    await expect(both).rejects.toMatchObject({ details: { constraint: 'one_running_per_portal' } });
  });

  test("A person's token cannot claim", async () => {
    const { id } = await orchestrator.migration();
    const person = orchestrator.person('roofers');
    const body = { attempt: 1, processId: crypto.randomUUID(), serverInstanceId: 'x', pid: 1 };
    await expect(person(claimRun, { params: { id: String(id) }, body })).rejects.toMatchObject({
      status: 401,
    });
  });
});
