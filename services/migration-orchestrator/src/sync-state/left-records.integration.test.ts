import { describe, expect, test } from '@jest/globals';
import { getSync, type Connection } from '@ridgeline/contracts';
import { Absence, OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

const status = ({ id }: Connection) =>
  orchestrator.person('roofers')(getSync, { params: { id: String(id) } });

/** A round of these records, and a migration of the same connection that has planned the first one. */
async function both(sourceIds: readonly [string, ...string[]]) {
  const beside = await sync.besideMigration(sourceIds);
  const { run } = beside;
  await run.worker.plan(run, 1, [aCreate(sourceIds[0])]);
  return beside;
}

describe('A change is left to a migration that may have read the record before', () => {
  test('When the migration links the record after that, then it is due again', async () => {
    const { connection, run, round } = await both(['a', 'b']);
    await sync.roundDone(round, { absent: { a: Absence.NOT_NEW, b: Absence.NOT_NEW } });
    expect(await status(connection)).toMatchObject({ waiting: 0, leftToMigrations: 2 });
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    expect(await status(connection)).toMatchObject({ waiting: 1 });
    await sync.due();
    const again = await sync.round(round);
    expect(again.round.records.map(({ sourceId }) => sourceId)).toEqual(['a']);
  });

  test('When the migration has linked it by the time that the round is over, then it stays due and is not left', async () => {
    const { connection, run, round } = await both(['a', 'b']);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    await sync.roundDone(round, { absent: { a: Absence.NOT_NEW, b: Absence.NOT_NEW } });
    expect(await status(connection)).toMatchObject({ waiting: 1, leftToMigrations: 1 });
  });
});
