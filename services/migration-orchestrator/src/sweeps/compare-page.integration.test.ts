import type { Connection } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { expect, test } from '@jest/globals';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);

/** Copies due records with these digests, by a round of their own. */
async function copy(
  connection: Connection,
  digests: Readonly<Record<string, string>>,
  changedAt = new Date(),
): Promise<void> {
  const ids = Object.keys(digests);
  await sync.events(connection, ids, { changedAt });
  const round = await sync.round(connection);
  const records = ids.map((id) => ({ ...aCreate(id), digest: `1:${digests[id] ?? ''}` }));
  await sync.plan(round, 1, records);
  await sync.batchDone(round, 1, Object.fromEntries(ids.map((id) => [id, OutcomeKind.CREATED])));
  await sync.roundDone(round);
  await sync.release(round);
}

/** A connection whose contacts were copied, and all of which were compared since the switch. */
async function compared(digests: Readonly<Record<string, string>>, companyId?: string): Promise<Connection> {
  const connection = await sync.switchedOn(companyId);
  await copy(connection, digests);
  await sweeps.whole(
    connection,
    Object.entries(digests).map(([id, digest]) => swept(id, digest)),
  );
  return connection;
}

test('When an edit was reported by no event, then a sweep finds it, makes it due and names it', async () => {
  const connection = await compared({ a: 'one', b: 'one' });
  await sweeps.whole(connection, [swept('a', 'one'), swept('b', 'two')]);
  expect(await sync.list(connection)).toMatchObject([{ sourceId: 'b', origin: 'sweep' }]);
  expect(await sweeps.findings(connection)).toEqual([{ sourceId: 'b', verdict: 'open', name: 'Name b' }]);
});
