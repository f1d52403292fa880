import { expect, test } from '@jest/globals';
import { OutcomeKind } from '@ridgeline/events';
import type { Database, Tx } from '@ridgeline/postgres';
import { comparedContacts, copyContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const states = 100_000;

/** A database that records how many states each transaction deletes. */
function countingDeletes(db: Database): { readonly db: Database; readonly deleted: number[] } {
  const deleted: number[] = [];
  const count = async (tx: Tx): Promise<number> =>
    (await tx.one<{ rows: number }>(`select count(*)::integer as rows from source_states`)).rows;
  return {
    deleted,
    db: {
      ...db,
      forSystem: (work) =>
        db.forSystem(async (tx) => {
          const before = await count(tx);
          const answer = await work(tx);
          deleted.push(before - (await count(tx)));
          return answer;
        }),
    },
  };
}

test('When a connection with 100,000 states leads to another portal, then no transaction forgets more than 5,000 of them, and none is compared with any more', async () => {
  const counting = countingDeletes(orchestrator.db);
  const sync = new SyncUnderTest({ ...orchestrator, db: counting.db });
  const sweeps = new SweepUnderTest(orchestrator);
  const connection = await comparedContacts(sync, sweeps, { linked: 'one' });
  const other = await comparedContacts(sync, sweeps, { linked: 'one' });
  await database.asAdmin(
    `insert into source_states (connection_id, kind, source_id, company_id, digest, stored_at)
     select ${String(connection.id)}, 'contact', 'c-' || n, 'roofers', '1:one', now() from generate_series(1, ${String(states)}) n`,
  );
  counting.deleted.length = 0;
  await sync.change(connection, { hubSpotPortalId: 'another' });
  expect(Math.max(...counting.deleted)).toBe(5_000);
  expect(counting.deleted.reduce((sum, rows) => sum + rows, 0)).toBe(states + 1);
  expect(await sweeps.states(connection)).toEqual([]);
  expect(await sweeps.states(other)).toHaveLength(1);
  await copyContacts(sync, connection, { linked: 'two' });
  await sync.tell(connection);
  expect(await sweeps.states(connection)).toMatchObject([{ digest: '1:two' }]);
});

test('When states of the former portal are not forgotten yet, then they count for nothing', async () => {
  const sync = new SyncUnderTest(orchestrator);
  const sweeps = new SweepUnderTest(orchestrator);
  const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
  const created = new Date(Date.now() + 1_000).toISOString();
  // The state after the transaction that stores the portal.
  await database.asAdmin(
    `update sync_connections set portal_id = 'another', states_from = jsonb_build_object('contact', clock_timestamp()) where connection_id = ${String(connection.id)}`,
  );
  await sweeps.whole(connection, [swept('a', 'one', { createdAt: created }), swept('b', 'one')]);
  expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', origin: 'sweep' }]);
  await copyContacts(sync, connection, { a: 'two' });
  await sweeps.whole(connection, page({ a: 'two' }));
  expect(await sync.list(connection)).toEqual([]);
});

test('When a batch that was planned for the former portal is counted afterwards, then no state is stored', async () => {
  const sync = new SyncUnderTest(orchestrator);
  const sweeps = new SweepUnderTest(orchestrator);
  const connection = await sync.switchedOn();
  await sync.events(connection, ['a']);
  const held = await sync.round(connection);
  await sync.plan(held, 1, [{ ...aCreate('a'), digest: '1:one' }]);
  await sync.change(connection, { hubSpotPortalId: 'another' });
  await sync.batchDone(held, 1, { a: OutcomeKind.CREATED });
  expect(await sweeps.states(connection)).toEqual([]);
});
