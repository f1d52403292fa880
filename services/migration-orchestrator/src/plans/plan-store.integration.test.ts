import { describe, expect, test } from '@jest/globals';
import { cancelMigration } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { fenceRun } from '../migration-state/lease-row.postgres.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { OrchestratorUnderTest, Run } from '../testing/orchestrator-under-test.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { aCreate } from '../testing/worker-under-test.ts';
import { migrationGuard } from './plan-guard.ts';
import { storePlan } from './plan-store.postgres.ts';

const { database, orchestrator } = await orchestratorOfFile();

const aRun: OrchestratorUnderTest['run'] = (...of) => orchestrator.run(...of);

async function crash({ migrationId }: Run): Promise<void> {
  await orchestrator.letLeaseEnd(migrationId);
  await orchestrator.reap();
}

const ofContacts = { kind: 'contact', pass: 'records' } as const;
const unknown = { hubspotId: null, keyTakenBy: null, seenInBatch: null };

describe('identities', () => {
  test('When two records of a run share an email in any case, then the one that was planned first keeps it', async () => {
    const run = await aRun();
    await run.worker.plan(run, 1, [aCreate('a', 'Shared@Example.com ')]);
    const answer = await run.worker.identities(run, [
      { sourceId: 'a', key: 'Shared@Example.com ' },
      { sourceId: 'b', key: 'shared@example.com' },
      { sourceId: 'c', key: null },
    ]);
    expect(answer).toEqual([
      { ...unknown, sourceId: 'a', seenInBatch: 1 },
      { ...unknown, sourceId: 'b', keyTakenBy: 'a' },
      { ...unknown, sourceId: 'c' },
    ]);
  });

  test('A question changes nothing: the same one is answered the same, and what it named is free', async () => {
    const run = await aRun();
    const question = [
      { sourceId: 'a', key: 'x@example.com' },
      { sourceId: 'b', key: 'X@example.com' },
    ];
    const first = await run.worker.identities(run, question);
    expect(first).toEqual([
      { ...unknown, sourceId: 'a' },
      { ...unknown, sourceId: 'b' },
    ]);
    expect(await run.worker.identities(run, question)).toEqual(first);
    expect(await run.worker.plan(run, 1, [aCreate('b', 'x@example.com')])).toEqual({ taken: [] });
  });

  test('When an earlier batch has the email or the record, then a later batch learns so', async () => {
    const run = await aRun();
    await run.worker.plan(run, 1, [aCreate('a', 'x@example.com')]);
    const answer = await run.worker.identities(run, [
      { sourceId: 'a', key: 'x@example.com' },
      { sourceId: 'b', key: 'x@example.com' },
    ]);
    expect(answer).toEqual([
      { ...unknown, sourceId: 'a', seenInBatch: 1 },
      { ...unknown, sourceId: 'b', keyTakenBy: 'a' },
    ]);
  });

  test('Emails of one run are free in another one', async () => {
    const [one, other] = [await aRun(), await aRun()];
    await one.worker.plan(one, 1, [aCreate('a', 'x@example.com')]);
    const answer = await other.worker.identities(other, [{ sourceId: 'b', key: 'x@example.com' }]);
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
      { sourceId: 'a', key: null },
      { sourceId: 'b', key: null },
    ];
    const second = await aRun('roofers', connection);
    expect(await second.worker.identities(second, question)).toEqual([
      { ...unknown, sourceId: 'a', hubspotId: 'hs-a' },
      { ...unknown, sourceId: 'b' },
    ]);
    const other = await aRun('roofers', elsewhere);
    expect((await other.worker.identities(other, question))[0]?.hubspotId).toBeNull();
    const portal = { hubSpotPortalId: connection.hubSpotPortalId };
    await second.worker.finish(second, 0);
    const plumber = await aRun('plumbers', orchestrator.connection('plumbers', portal));
    expect((await plumber.worker.identities(plumber, question))[0]?.hubspotId).toBeNull();
  });
});

describe('plans', () => {
  const refused = { code: 'request.invalid', status: 400 };

  test('When a run is resumed, then its unfinished plans come back verbatim, in order', async () => {
    const run = await aRun();
    const odd = {
      ...aCreate('odd'),
      properties: { firstname: 'Zoë 🏠 \u0000 \ud800', lastname: `O'Brien "?" \\ $1 {}` },
      warnings: [{ code: 'invalid_email' as const, message: 'dropped' }],
    };
    await run.worker.planCreates(run, 1, ['a']);
    const failing: PlannedRecord = {
      ...{ sourceId: 'unreadable/1', name: 'Record unreadable/1', warnings: [], action: 'fail' },
      ...{ reason: 'unreadable', message: 'Contact unreadable/1: it cannot be read' },
    };
    await run.worker.plan(run, 2, [odd, failing]);
    await run.worker.planCreates(run, 3, ['c', 'd']);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    await crash(run);
    const claim = await orchestrator.worker().claim(run.migrationId, 2);
    expect(claim).toMatchObject({ nextBatch: 4, plannedRecords: 5, cursor: { position: 3 } });
    expect(claim.unfinished).toEqual([
      { ...ofContacts, batch: 2, revision: 1, cursor: { position: 2 }, records: [odd, failing] },
      {
        ...ofContacts,
        batch: 3,
        revision: 1,
        cursor: { position: 3 },
        records: [aCreate('c'), aCreate('d')],
      },
    ]);
  });

  test('When a plan was amended, then the resumed run gets its latest revision, whole', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a', 'b']);
    const amended: PlannedRecord = {
      sourceId: 'b',
      name: 'Record b',
      warnings: [],
      action: 'unchanged',
      hubspotId: '7',
    };
    await run.worker.plan(run, 1, [amended], 2);
    await run.worker.plan(run, 1, [amended], 2);
    await crash(run);
    const { unfinished } = await orchestrator.worker().claim(run.migrationId, 2);
    expect(unfinished).toMatchObject([{ revision: 2, records: [aCreate('a'), amended] }]);
  });

  test('When the same plan is sent several times concurrently, then it is stored once and every call succeeds', async () => {
    const run = await aRun();
    await Promise.all(Array.from({ length: 5 }, () => run.worker.planCreates(run, 1, ['a', 'b'])));
    await crash(run);
    const claim = await orchestrator.worker().claim(run.migrationId, 2);
    expect(claim).toMatchObject({ nextBatch: 2, plannedRecords: 2 });
  });

  test('While a plan is being stored, the same one and the next one wait, and then follow on it', async () => {
    const run = await aRun();
    const [stored, mayCommit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const plan = (batch: number, id: string, before: Promise<unknown> | null = null) =>
      database.db.forSystem(async (tx) => {
        const fenced = await fenceRun(tx, run, 'write');
        const records = [aCreate(id)];
        const plan = { ...ofContacts, batch, revision: 1, cursor: null, records };
        const readAt = fenced.started_at;
        const guard = migrationGuard(tx, fenced, readAt);
        await storePlan(tx, fenced, { epoch: run.epoch, plan, readAt, guard });
        stored.resolve(undefined);
        await before;
      });
    const first = plan(1, 'a', mayCommit.promise);
    await stored.promise;
    const others = [plan(1, 'a'), plan(2, 'b')];
    await untilWaiting(database, others.length);
    mayCommit.resolve(undefined);
    await Promise.all([first, ...others]);
    await crash(run);
    expect(await orchestrator.worker().claim(run.migrationId, 2)).toMatchObject({ nextBatch: 3 });
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
    await expect(run.worker.identities(run, [])).rejects.toMatchObject(cancelled);
  });

  test('When the migration has ended, then the worker can plan no more', async () => {
    const run = await aRun();
    await run.worker.finish(run, 0, RunResult.FAILED, 'HubSpot refused the token');
    await expect(run.worker.planCreates(run, 1, ['a'])).rejects.toMatchObject({ code: 'run.lease_lost' });
  });
});
