import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cancelMigration, type Connection, type Migration } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit';
import { reapLeases } from '../leases/lease-reaper.ts';
import { startOrchestrator, type OrchestratorUnderTest } from '../test-support/orchestrator-under-test.ts';
import { aCreate, type Held, type WorkerUnderTest } from '../test-support/worker-under-test.ts';

let database: TestDatabase;
let orchestrator: OrchestratorUnderTest;

beforeAll(async () => {
  database = await testDatabase('migration');
  orchestrator = await startOrchestrator(database.db);
});

afterAll(async () => {
  await orchestrator[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

type Run = Held & { worker: WorkerUnderTest; migration: Migration };

async function aRun(companyId = 'roofers', connection?: Connection): Promise<Run> {
  const migration = await orchestrator.migration(companyId, connection);
  const worker = orchestrator.worker();
  const { epoch } = await worker.claim(migration.id);
  return { migrationId: migration.id, epoch, worker, migration };
}

async function crash({ migrationId }: Run): Promise<void> {
  await orchestrator.letLeaseEnd(migrationId);
  await reapLeases(database.db);
}

const unknown = { hubspotId: null, emailTakenBy: null, seenInBatch: null };

describe('identities', () => {
  test('When two records of a run share an e-mail in any case, then the first one keeps it', async () => {
    const run = await aRun();
    const answer = await run.worker.identities(run, 1, [
      { sourceId: 'a', email: 'Shared@Example.com ' },
      { sourceId: 'b', email: 'shared@example.com' },
      { sourceId: 'c', email: null },
    ]);
    expect(answer).toEqual([
      { ...unknown, sourceId: 'a' },
      { ...unknown, sourceId: 'b', emailTakenBy: 'a' },
      { ...unknown, sourceId: 'c' },
    ]);
  });

  test('When the same question comes again, then the answer is the same', async () => {
    const run = await aRun();
    const question = [
      { sourceId: 'a', email: 'x@example.com' },
      { sourceId: 'b', email: 'X@example.com' },
    ];
    const first = await run.worker.identities(run, 1, question);
    expect(await run.worker.identities(run, 1, question)).toEqual(first);
    await run.worker.planCreates(run, 1, ['a', 'b']);
    expect(await run.worker.identities(run, 1, question)).toEqual(first);
  });

  test('When an earlier batch has the e-mail or the record, then a later batch learns so', async () => {
    const run = await aRun();
    await run.worker.identities(run, 1, [{ sourceId: 'a', email: 'x@example.com' }]);
    await run.worker.planCreates(run, 1, ['a']);
    const answer = await run.worker.identities(run, 2, [
      { sourceId: 'a', email: 'x@example.com' },
      { sourceId: 'b', email: 'x@example.com' },
    ]);
    expect(answer).toEqual([
      { ...unknown, sourceId: 'a', seenInBatch: 1 },
      { ...unknown, sourceId: 'b', emailTakenBy: 'a' },
    ]);
  });

  test('E-mails of one run are free in another one', async () => {
    const [one, other] = [await aRun(), await aRun()];
    await one.worker.identities(one, 1, [{ sourceId: 'a', email: 'x@example.com' }]);
    const answer = await other.worker.identities(other, 1, [{ sourceId: 'b', email: 'x@example.com' }]);
    expect(answer).toEqual([{ ...unknown, sourceId: 'b' }]);
  });

  test('When a run ended, then the next one of the company and portal knows its links, and no other portal does', async () => {
    const connection = orchestrator.connection('roofers');
    const elsewhere = orchestrator.connection('roofers');
    const first = await aRun('roofers', connection);
    await first.worker.planCreates(first, 1, ['a', 'b']);
    await first.worker.batchDone(first, 1, { a: OutcomeKind.CREATED, b: OutcomeKind.FAILED });
    await first.worker.finish(first, 2);
    const question = [
      { sourceId: 'a', email: null },
      { sourceId: 'b', email: null },
    ];
    const second = await aRun('roofers', connection);
    expect(await second.worker.identities(second, 1, question)).toEqual([
      { ...unknown, sourceId: 'a', hubspotId: 'hs-a' },
      { ...unknown, sourceId: 'b' },
    ]);
    const other = await aRun('roofers', elsewhere);
    expect((await other.worker.identities(other, 1, question))[0]?.hubspotId).toBeNull();
    const portal = { hubSpotPortalId: connection.hubSpotPortalId };
    const stranger = await aRun('strangers', orchestrator.connection('strangers', portal));
    expect((await stranger.worker.identities(stranger, 1, question))[0]?.hubspotId).toBeNull();
  });

  test('When a worker was lost before it planned, then the e-mails it had reserved are free again', async () => {
    const run = await aRun();
    await run.worker.identities(run, 1, [{ sourceId: 'gone', email: 'x@example.com' }]);
    await crash(run);
    const worker = orchestrator.worker();
    const { epoch } = await worker.claim(run.migrationId, 2);
    const answer = await worker.identities({ ...run, epoch }, 1, [{ sourceId: 'b', email: 'x@example.com' }]);
    expect(answer).toEqual([{ ...unknown, sourceId: 'b' }]);
  });
});

describe('plans', () => {
  const refused = { code: 'request.invalid', status: 400 };

  test('When a run is resumed, then its unfinished plans come back to the letter, in order', async () => {
    const run = await aRun();
    const odd = {
      ...aCreate('odd'),
      properties: { firstname: 'Zoë 🏠 \u0000 \ud800', lastname: `O'Brien "?" \\ $1 {}` },
      warnings: [{ code: 'email_invalid', message: 'dropped' }],
    };
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.plan(run, 2, [odd]);
    await run.worker.planCreates(run, 3, ['c', 'd']);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    await crash(run);
    const claim = await orchestrator.worker().claim(run.migrationId, 2);
    expect(claim).toMatchObject({ nextBatch: 4, plannedRecords: 4, cursor: { page: 3, offset: 0 } });
    expect(claim.unfinished).toEqual([
      { batch: 2, revision: 1, cursor: { page: 2, offset: 0 }, records: [odd] },
      { batch: 3, revision: 1, cursor: { page: 3, offset: 0 }, records: [aCreate('c'), aCreate('d')] },
    ]);
  });

  test('When a plan was amended, then the resumed run gets its latest revision, whole', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a', 'b']);
    const amended: PlannedRecord = { sourceId: 'b', warnings: [], action: 'unchanged', hubspotId: '7' };
    await run.worker.plan(run, 1, [amended], 2);
    await run.worker.plan(run, 1, [amended], 2);
    await crash(run);
    const { unfinished } = await orchestrator.worker().claim(run.migrationId, 2);
    expect(unfinished).toMatchObject([{ revision: 2, records: [aCreate('a'), amended] }]);
  });

  test('When the same plan is sent several times at once, then it is stored once and every call is answered well', async () => {
    const run = await aRun();
    await Promise.all(Array.from({ length: 5 }, () => run.worker.planCreates(run, 1, ['a', 'b'])));
    await crash(run);
    const claim = await orchestrator.worker().claim(run.migrationId, 2);
    expect(claim).toMatchObject({ nextBatch: 2, plannedRecords: 2 });
  });

  test('When a batch is left out, then the plan is refused', async () => {
    const run = await aRun();
    await expect(run.worker.planCreates(run, 2, ['a'])).rejects.toMatchObject(refused);
  });

  test('When a record is in an earlier batch, then the plan is refused as a whole', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a']);
    await expect(run.worker.planCreates(run, 2, ['b', 'a'])).rejects.toMatchObject(refused);
    await run.worker.planCreates(run, 2, ['b']);
  });

  test('A batch may be empty, when all its records were seen before', async () => {
    const run = await aRun();
    await run.worker.plan(run, 1, []);
    await run.worker.plan(run, 1, []);
    await run.worker.batchDone(run, 1, {});
    await run.worker.finish(run, 0);
    expect(await orchestrator.look(run.migration)).toMatchObject({ status: 'completed', processedCount: 0 });
  });

  test('When the migration was cancelled, then the worker can ask and plan no more', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a']);
    await orchestrator.person('roofers')(cancelMigration, { params: { id: String(run.migrationId) } });
    const cancelled = { code: 'run.cancelled', status: 409 };
    await expect(run.worker.planCreates(run, 2, ['b'])).rejects.toMatchObject(cancelled);
    await expect(run.worker.identities(run, 2, [])).rejects.toMatchObject(cancelled);
  });

  test('When the migration has ended, then the worker can plan no more', async () => {
    const run = await aRun();
    await run.worker.finish(run, 0, RunResult.FAILED, 'HubSpot refused the token');
    await expect(run.worker.planCreates(run, 1, ['a'])).rejects.toMatchObject({ code: 'run.lease_lost' });
  });
});
