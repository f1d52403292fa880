import { describe, expect, test } from '@jest/globals';
import { OutcomeKind } from '@ridgeline/events';
import { lockSyncConnection } from '../sync/sync-connection-store.postgres.ts';
import { comparedContacts, copyContacts } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);

const { CREATED, FAILED, SKIPPED, UNCHANGED, UPDATED } = OutcomeKind;
const withDigest = (sourceId: string, digest: string) => ({ ...aCreate(sourceId), digest: `1:${digest}` });
const unchanged = (sourceId: string, digest: string) =>
  ({
    sourceId,
    name: '',
    warnings: [],
    action: 'unchanged',
    hubspotId: `hs-${sourceId}`,
    digest: `1:${digest}`,
  }) as const;

describe('The state of a source record', () => {
  test('When batches of a migration are counted, then each record has the state that it was planned of, whatever the outcome', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await orchestrator.run('roofers', connection);
    await run.worker.plan(
      run,
      1,
      ['d', 'c', 'b', 'a'].map((id) => withDigest(id, id)),
    );
    expect(await sweeps.states(connection)).toEqual([]);
    await run.worker.batchDone(run, 1, { c: CREATED, b: FAILED, a: SKIPPED });
    expect(await sweeps.states(connection)).toMatchObject([
      { sourceId: 'a', digest: '1:a' },
      { sourceId: 'b', digest: '1:b' },
      { sourceId: 'c', digest: '1:c' },
    ]);
  });

  test('When a plan is sent again, with or without digests, then it is the stored one', async () => {
    const run = await orchestrator.run('roofers');
    await run.worker.plan(run, 1, [withDigest('a', 'one')]);
    await run.worker.plan(run, 1, [withDigest('a', 'one')]);
    await run.worker.plan(run, 1, [aCreate('a')]);
    await run.worker.batchDone(run, 1, { a: CREATED });
    expect(await sweeps.states({ id: run.migration.connectionId })).toMatchObject([{ digest: '1:one' }]);
  });

  test('When a plan tells no state, then the stored one stays', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await sync.events(connection, ['a']);
    await sync.copy(await sync.round(connection));
    expect(await sweeps.states(connection)).toMatchObject([{ digest: '1:one' }]);
  });

  test('When a round copies a newer state, then it replaces the stored one', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    await copyContacts(sync, connection, { b: 'two' });
    expect(await sweeps.states(connection)).toMatchObject([{ digest: '1:one' }, { digest: '1:two' }]);
  });

  test('When a migration read a record before auto-sync copied its newer state, then its unchanged record does not bring the older state back', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    const run = await orchestrator.run('roofers', connection);
    const readAt = await sync.now();
    await copyContacts(sync, connection, { a: 'two' });
    await run.worker.plan(run, 1, [unchanged('a', 'one')], 1, { readAt });
    await run.worker.batchDone(run, 1, { a: UNCHANGED });
    expect(await sweeps.states(connection)).toMatchObject([{ digest: '1:two' }]);
  });

  test('When a migration found a record unchanged while auto-sync read its newer state, then the newer state is stored', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await sync.events(connection, ['a']);
    const [run, migrationReadAt] = [await orchestrator.run('roofers', connection), await sync.now()];
    const [round, readAt] = [await sync.round(connection), await sync.now()];
    await run.worker.plan(run, 1, [unchanged('a', 'one')], 1, { readAt: migrationReadAt });
    await run.worker.batchDone(run, 1, { a: UNCHANGED });
    await sync.plan(round, 1, [withDigest('a', 'two')], { readAt });
    await sync.batchDone(round, 1, { a: UPDATED });
    expect(await sweeps.states(connection)).toMatchObject([{ digest: '1:two' }]);
  });

  test('When a batch of a round that was abandoned is counted late, then it does not replace the state of a later plan', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const first = await sync.round(connection);
    await sync.plan(first, 1, [withDigest('a', 'one')]);
    const [off, on] = [{ contacts: null }, { contacts: new Date().toISOString() }];
    await sync.tell(connection, off);
    await sync.release(first);
    await sync.tell(connection, on);
    await copyContacts(sync, connection, { a: 'two' });
    expect(await sweeps.states(connection)).toMatchObject([{ digest: '1:two' }]);
    await sync.batchDone(first, 1, { a: CREATED });
    expect(await sweeps.states(connection)).toMatchObject([{ digest: '1:two' }]);
  });

  test('When two batches with states of a record are counted concurrently, then that of the later plan stays', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const round = await sync.round(connection);
    await sync.plan(round, 1, [withDigest('a', 'older')]);
    const [stored, mayCommit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const later = database.db.forSystem(async (tx) => {
      await tx.query(
        `insert into source_states (connection_id, company_id, kind, source_id, digest, stored_at)
         values ($1, 'roofers', 'contact', 'a', '1:later', clock_timestamp())`,
        [connection.id],
      );
      stored.resolve(undefined);
      await mayCommit.promise;
    });
    await stored.promise;
    const earlier = sync.batchDone(round, 1, { a: CREATED });
    await untilWaiting(database, 1);
    mayCommit.resolve(undefined);
    await Promise.all([later, earlier]);
    expect(await sweeps.states(connection)).toMatchObject([{ digest: '1:later' }]);
  });
});

test('When a migration counts a batch while a page of a sweep is compared, then its states wait for the page', async () => {
  const connection = await comparedContacts(sync, sweeps, { a: 'one' });
  const run = await orchestrator.run('roofers', connection);
  await run.worker.plan(run, 1, [withDigest('b', 'one')], 1, { readAt: await sync.now() });
  const [locked, mayCommit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const compared = database.db.forSystem(async (tx) => {
    await lockSyncConnection(tx, connection.id);
    locked.resolve(undefined);
    await mayCommit.promise;
  });
  await locked.promise;
  const counted = run.worker.batchDone(run, 1, { b: SKIPPED });
  await untilWaiting(database, 1);
  mayCommit.resolve(undefined);
  await Promise.all([compared, counted]);
  expect(await sweeps.states(connection)).toHaveLength(2);
});
