import { describe, expect, test } from '@jest/globals';
import { cancelMigration, undoMigration, type Connection } from '@ridgeline/contracts';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();

const { CREATED, SKIPPED } = OutcomeKind;

const undo = (id: number, { dryRun = false, companyId = 'roofers', key = newId() } = {}) =>
  orchestrator.person(companyId)(
    undoMigration,
    { params: { id: String(id) }, body: { dryRun } },
    { idempotencyKey: key },
  );

/** A migration that has ended, and created one contact. */
async function ended(outcome: OutcomeKind = CREATED, connection?: Connection): Promise<Run> {
  const run = await orchestrator.run('roofers', connection);
  await run.worker.planCreates(run, 1, ['a']);
  await run.worker.batchDone(run, 1, { a: outcome });
  await run.worker.finish(run, 1);
  return run;
}

describe('The undo of a migration is created', () => {
  test('When the migration wrote something, then the undo is of its connection and follows on it, and the audit trail names it', async () => {
    const { migrationId, migration } = await ended();
    const undone = await undo(migrationId);
    expect(undone).toMatchObject({
      status: 'queued',
      connectionId: migration.connectionId,
      migrationType: 'contacts',
      batchSize: migration.batchSize,
      dryRun: false,
      follows: { migrationId, as: 'undo' },
    });
    expect((await orchestrator.deeds()).at(-1)).toMatchObject({
      action: 'undo-created',
      detail: expect.stringContaining(`undo of #${String(migrationId)}`),
    });
  });

  test('When it has not ended, changed nothing, or is not there, then the refusal says so', async () => {
    const running = await orchestrator.run();
    await expect(undo(running.migrationId)).rejects.toMatchObject({ code: 'migration.not_ended' });
    const { migrationId: nothing } = await ended(SKIPPED);
    await expect(undo(nothing)).rejects.toMatchObject({ code: 'migration.nothing_to_undo' });
    const { migrationId } = await ended();
    const { id } = await undo(migrationId);
    await expect(undo(id)).rejects.toMatchObject({ code: 'migration.not_ended' });
    await orchestrator.person('roofers')(cancelMigration, { params: { id: String(id) } });
    // It removed nothing.
    await expect(undo(id)).rejects.toMatchObject({ code: 'migration.nothing_to_undo' });
    for (const [one, companyId] of [
      [migrationId, 'others'],
      [999_999, 'roofers'],
    ] as const)
      await expect(undo(one, { companyId })).rejects.toMatchObject({ code: 'migration.not_found' });
  });

  test('When it is itself an undo that removed something, then the plan of the migration that it undid is run again', async () => {
    const { migrationId } = await ended();
    const { id } = await undo(migrationId);
    const worker = orchestrator.worker();
    const { epoch } = await worker.claim(id);
    const run = { migrationId: id, epoch };
    await worker.plan(run, 1, [
      { sourceId: 'a', name: 'A', warnings: [], action: 'archive', hubspotId: 'hs-a' },
    ]);
    await worker.batchDone(run, 1, { a: OutcomeKind.REMOVED });
    await worker.finish(run, 1);
    for (const dryRun of [true, false])
      await expect(undo(id, { dryRun })).resolves.toMatchObject({
        dryRun,
        follows: { migrationId, as: 'plan' },
      });
  });

  test('When its connection leads to another portal by now, then there is nothing to undo there', async () => {
    const connection = orchestrator.connection('roofers');
    const { migrationId } = await ended(CREATED, connection);
    orchestrator.connection('roofers', { ...connection, hubSpotPortalId: 'another' });
    await expect(undo(migrationId)).rejects.toMatchObject({ code: 'migration.nothing_to_undo' });
  });

  test('When two users press at the same time, then one undo is made; after it was cancelled there can be another one', async () => {
    const { migrationId } = await ended();
    const both = await Promise.allSettled([undo(migrationId), undo(migrationId)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'migration.undone_already' },
    });
    const made = both.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    await orchestrator.person('roofers')(cancelMigration, { params: { id: String(made[0]?.id) } });
    await expect(undo(migrationId)).resolves.toMatchObject({ status: 'queued' });
  });

  test('When an undo has completed, then there is no other one, and the same request again is answered as before', async () => {
    const { migrationId } = await ended();
    const key = newId();
    const first = await undo(migrationId, { key });
    await expect(undo(migrationId, { key })).resolves.toMatchObject({ id: first.id });
    const worker = orchestrator.worker();
    const { epoch } = await worker.claim(first.id);
    await worker.finish({ migrationId: first.id, epoch }, 0, RunResult.COMPLETED);
    await expect(undo(migrationId)).rejects.toMatchObject({ code: 'migration.undone_already' });
  });

  test('When it is a dry run, then it neither prevents an undo nor is prevented by one', async () => {
    const { migrationId } = await ended();
    for (const dryRun of [true, false, true])
      await expect(undo(migrationId, { dryRun })).resolves.toMatchObject({ dryRun });
  });

  test('When the plans of a migration are not kept any more, then there is nothing to undo', async () => {
    const { migrationId } = await ended();
    await database.asAdmin(`delete from batches where migration_id = ${String(migrationId)}`);
    await expect(undo(migrationId)).rejects.toMatchObject({ code: 'migration.nothing_to_undo' });
  });
});
