import { expect, test } from '@jest/globals';
import { undoMigration } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { comparedContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, anUpdate } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);

const { CREATED, REMOVED, UPDATED } = OutcomeKind;

test('When a migration is undone beside auto-sync, then neither a sweep nor an event copies what was undone again', async () => {
  const connection = await comparedContacts(sync, sweeps, { a: 'one' });
  const change = anUpdate('a', { city: 'Reno' }, { city: 'Waco' });
  const run = await orchestrator.run('roofers', connection);
  const readAt = await sync.now();
  await run.worker.plan(
    run,
    1,
    [
      { ...change, digest: '1:two' },
      { ...aCreate('b'), digest: '1:one' },
    ],
    1,
    { readAt },
  );
  await run.worker.batchDone(run, 1, { a: UPDATED, b: CREATED });
  await run.worker.finish(run, 2);

  const made = await orchestrator.person('roofers')(undoMigration, {
    params: { id: String(run.migrationId) },
    body: { dryRun: false },
  });
  const worker = orchestrator.worker();
  const { epoch } = await worker.claim(made.id);
  const undo = { migrationId: made.id, epoch };
  const removed: PlannedRecord = {
    ...{ sourceId: 'b', name: 'B', warnings: [], action: 'archive', hubspotId: 'hs-b' },
  };
  const planned = await worker.plan(
    undo,
    1,
    [anUpdate('a', { city: 'Waco' }, { city: 'Reno' }), removed],
    1,
    { readAt: await sync.now() },
  );
  expect(planned).toEqual({ taken: [] });
  await worker.batchDone(undo, 1, { a: UPDATED, b: REMOVED });
  await worker.finish(undo, 2);

  await sweeps.whole(connection, page({ a: 'two', b: 'one' }));
  expect(await sync.list(connection)).toEqual([]);
  await sync.events(connection, ['b']);
  expect(await sync.list(connection)).toEqual([]);
  // Later changes in AccuLynx are copied again if the link still exists.
  await sweeps.whole(connection, page({ a: 'three', b: 'two' }));
  expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a' }]);
});
