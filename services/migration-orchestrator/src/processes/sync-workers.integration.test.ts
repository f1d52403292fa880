import { expect, test } from '@jest/globals';
import { getProcessHealth } from '@ridgeline/contracts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const syncing = orchestrator.person('syncing');
const administrator = orchestrator.person('staff', { administrator: true });

test('When workers hold syncs, then each is shown with how many it holds of the company, and administrators see all', async () => {
  const sync = new SyncUnderTest(orchestrator);
  const other = new SyncUnderTest(orchestrator);
  for (const company of ['syncing', 'syncing', 'others'])
    await sync.claim(await sync.syncIdOf(await sync.switchedOn(company)));
  await other.claim(await other.syncIdOf(await other.switchedOn('syncing')));
  const worker = { serverInstanceId: 'worker-1', pid: 4711, isHealthy: true };
  expect((await syncing(getProcessHealth)).syncWorkers).toMatchObject([
    { ...worker, processId: sync.processId, syncs: 2 },
    { ...worker, processId: other.processId, syncs: 1 },
  ]);
  expect((await orchestrator.person('others-still')(getProcessHealth)).syncWorkers).toEqual([]);
  expect((await administrator(getProcessHealth)).syncWorkers).toMatchObject([{ syncs: 3 }, { syncs: 1 }]);
  await database.asAdmin(
    `update sync_leases set lease_until = now() - interval '1 second' where holder = '${other.processId}'`,
  );
  expect((await syncing(getProcessHealth)).syncWorkers).toMatchObject([
    { isHealthy: true },
    { isHealthy: false },
  ]);
});
