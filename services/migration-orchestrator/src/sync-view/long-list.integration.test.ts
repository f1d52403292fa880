import { expect, test } from '@jest/globals';
import { getSync } from '@ridgeline/contracts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { takeToldTurn } from './sync-status-store.postgres.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const people = orchestrator.person('roofers');

test('When more than a thousand records wait, then they are counted and told as rounds end, once a second, and fewer after each batch', async () => {
  const connection = await sync.switchedOn();
  const ids = (name: string, length: number) =>
    Array.from({ length }, (_, index) => `${name}-${String(index)}`);
  await sync.events(connection, ids('first', 1_150));
  const waiting = async () => (await people(getSync, { params: { id: String(connection.id) } })).waiting;
  const setBack = (column: string, ms: number) =>
    database.db.forSystem((tx) =>
      tx.query(
        `update sync_connections set ${column} = clock_timestamp() - $2 * interval '1 millisecond' where connection_id = $1`,
        [connection.id, ms],
      ),
    );
  const turn = () => database.db.forSystem((tx) => takeToldTurn(tx, connection.id));
  const first = await sync.round(connection);
  await sync.copyBatch(first);
  expect(await waiting()).toBe(1_150);
  // Dates the last count a minute ahead: even on a slow machine it cannot become a second old.
  await setBack('counted_at', -60_000);
  await sync.roundDone(first);
  expect(await waiting()).toBe(1_150);
  const second = await sync.round(first);
  await sync.copyBatch(second);
  await setBack('counted_at', 1_000);
  await sync.roundDone(second);
  expect(await waiting()).toBe(950);
  await sync.copyBatch(await sync.round(second));
  expect(await waiting()).toBe(850);

  await setBack('told_at', 300);
  expect(await turn()).toMatchObject({ company_id: 'roofers' });
  await sync.events(connection, ids('more', 200));
  expect(await waiting()).toBe(1_050);
  await setBack('told_at', -59_700);
  expect(await turn()).toBeUndefined();
  await setBack('told_at', 1_000);
  expect(await turn()).toMatchObject({ company_id: 'roofers' });
});
