import { describe, expect, test } from '@jest/globals';
import {
  cancelMigration,
  getMigrationLogs,
  logSentence,
  runPlan,
  type Connection,
} from '@ridgeline/contracts';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { deleteSomeRecords } from '../retention/retention-store.postgres.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { aCreate, anUpdate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const roofers = orchestrator.person('roofers');

const { CREATED, UPDATED, SKIPPED } = OutcomeKind;
const idOf = ({ migrationId }: Pick<Run, 'migrationId'>) => ({ params: { id: String(migrationId) } });

const plans = {
  a: aCreate('a', 'a@example.com'),
  b: anUpdate('b', { city: 'Waco' }, { city: 'Austin' }),
  c: aCreate('c'),
};

/** A dry run of three records, held by a worker. */
async function dryRun(connection?: Connection, result: RunResult | null = RunResult.COMPLETED): Promise<Run> {
  const run = await orchestrator.run('roofers', connection, 'contacts', { dryRun: true });
  await run.worker.plan(run, 1, [plans.a, plans.b]);
  await run.worker.plan(run, 2, [plans.c]);
  await run.worker.batchDone(run, 1, { a: CREATED, b: UPDATED }, { foreseen: true });
  await run.worker.batchDone(run, 2, { c: CREATED }, { foreseen: true });
  if (result !== null) await run.worker.finish(run, 3, result);
  return run;
}

describe('When the plan of a completed dry run is run', () => {
  test('Then a migration of its connection, kind and options begins, which is no dry run and follows it', async () => {
    const dry = await dryRun();
    const made = await roofers(runPlan, idOf(dry));
    const { connectionId, batchSize, concurrency, delayMs } = dry.migration;
    expect(made).toMatchObject({
      ...{ connectionId, batchSize, concurrency, delayMs, migrationType: 'contacts' },
      ...{ status: 'queued', dryRun: false, includeNoEmailContacts: false },
      follows: { migrationId: dry.migrationId, as: 'plan' },
    });
    const { settings } = await orchestrator.worker().claim(made.id);
    expect(settings).toMatchObject({
      dryRun: false,
      follows: { migrationId: dry.migrationId, as: 'plan' },
    });
    expect((await orchestrator.deeds()).at(-1)).toMatchObject({
      action: 'plan-run-created',
      detail: expect.stringContaining(`(plan of #${String(dry.migrationId)})`),
    });
  });

  test('Then its worker learns how these records were planned, of this kind only', async () => {
    const dry = await dryRun();
    const run = await orchestrator.claimed(await roofers(runPlan, idOf(dry)));
    const { worker } = run;
    expect(await worker.followedPlan(run, ['c', 'b', 'x'])).toEqual([plans.b, plans.c]);
    expect(await worker.followedPlan(run, ['a'], 'job')).toEqual([]);
    await worker.release(run);
    await expect(worker.followedPlan(run, ['a'])).rejects.toMatchObject({ code: 'run.lease_lost' });
  });

  test('Then at its end the log tells how many records of the plan AccuLynx does not have any more', async () => {
    const dry = await dryRun();
    const run = await orchestrator.claimed(await roofers(runPlan, idOf(dry)));
    await run.worker.plan(run, 1, [plans.a, aCreate('new')]);
    await run.worker.batchDone(run, 1, { a: CREATED, new: SKIPPED });
    await run.worker.finish(run, 2);
    const log = await roofers(getMigrationLogs, idOf(run));
    expect(log.map(logSentence)).toContain('2 contacts of the plan are not in AccuLynx any more');
  });

  test('Then a repeated call with its key begins no second one', async () => {
    const dry = await dryRun();
    const options = { idempotencyKey: newId() };
    const made = await roofers(runPlan, idOf(dry), options);
    expect(await roofers(runPlan, idOf(dry), options)).toEqual(made);
  });
});

describe('When there is no plan to run', () => {
  test.each<[what: string, make: () => Promise<Run>]>([
    ['a dry run that has not ended', () => dryRun(undefined, null)],
    ['a dry run that failed', () => dryRun(undefined, RunResult.FAILED)],
    [
      'a dry run that was cancelled',
      async () => {
        const run = await dryRun(undefined, null);
        await roofers(cancelMigration, idOf(run));
        await run.worker.finish(run, 3);
        return run;
      },
    ],
    [
      'a migration',
      async () => {
        const run = await orchestrator.run();
        await run.worker.finish(run, 0);
        return run;
      },
    ],
  ])('Then %s is refused', async (_, make) => {
    const refused = { status: 409, code: 'migration.not_a_plan' };
    await expect(roofers(runPlan, idOf(await make()))).rejects.toMatchObject(refused);
  });

  test('Then one whose plan is no longer stored is refused, and one of no records is not', async () => {
    const dry = await dryRun();
    const empty = await orchestrator.run('roofers', undefined, 'contacts', { dryRun: true });
    await empty.worker.finish(empty, 0);
    while (await database.db.forSystem((tx) => deleteSomeRecords(tx, dry.migrationId, 1_000)));
    const refused = { status: 409, code: 'migration.plan_expired' };
    await expect(roofers(runPlan, idOf(dry))).rejects.toMatchObject(refused);
    await expect(roofers(runPlan, idOf(empty))).resolves.toMatchObject({ status: 'queued' });
  });

  test("Then another company's dry run does not exist", async () => {
    const dry = await dryRun();
    const foreign = orchestrator.person('plumbers')(runPlan, idOf(dry));
    await expect(foreign).rejects.toMatchObject({ status: 404, code: 'migration.not_found' });
  });

  test('Then a connection that is not valid any more is refused', async () => {
    const connection = orchestrator.connection('roofers');
    const dry = await dryRun(connection);
    orchestrator.connection('roofers', { id: connection.id, hubspotStatus: 'invalid' });
    const refused = { status: 409, code: 'migration.connection_invalid' };
    await expect(roofers(runPlan, idOf(dry))).rejects.toMatchObject(refused);
  });
});
