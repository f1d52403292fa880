import { describe, expect, test } from '@jest/globals';
import { cancelMigration, type Connection } from '@ridgeline/contracts';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, aJob } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const { CREATED, FAILED, SKIPPED, UNCHANGED } = OutcomeKind;
const bothKinds = ['contacts', 'jobs'] as const;

/** A round that copies a job with these contacts, none of which is in HubSpot. */
async function jobWithout(connection: Connection, contacts: readonly string[]) {
  await sync.events(connection, ['job'], { kind: 'job' });
  const round = await sync.round(connection);
  await sync.plan(round, 1, [aJob('job', contacts)], { kind: 'job' });
  await sync.batchDone(round, 1, { job: CREATED });
  const missing = contacts.map((sourceId) => expect.objectContaining({ sourceId, hubspotId: null }));
  expect(await sync.references(round)).toEqual(missing);
  return round;
}

const dueRecords = async (connection: Connection) =>
  (await sync.list(connection)).map(({ kind, sourceId }) => `${kind} ${sourceId}`);

describe('A record that was copied without an association', () => {
  test('When the other record is created by a later round, then it is due again, once', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const first = await jobWithout(connection, ['c1', 'c2']);
    await sync.roundDone(first);
    expect(await dueRecords(connection)).toEqual([]);

    await sync.events(connection, ['c1', 'c2', 'other']);
    const second = await sync.round(first);
    await sync.plan(
      second,
      1,
      ['c1', 'c2', 'other'].map((id) => aCreate(id)),
    );
    await sync.batchDone(second, 1, { c1: CREATED, c2: CREATED, other: CREATED });
    await sync.roundDone(second);
    expect(await dueRecords(connection)).toEqual(['job job']);

    const third = await sync.round(second);
    await sync.plan(third, 1, [aJob('job', ['c1', 'c2'])], { kind: 'job' });
    await sync.batchDone(third, 1, { job: UNCHANGED });
    const found = [
      expect.objectContaining({ hubspotId: 'hs-c1' }),
      expect.objectContaining({ hubspotId: 'hs-c2' }),
    ];
    expect(await sync.references(third)).toEqual(found);
    await sync.roundDone(third);
    expect(await dueRecords(connection)).toEqual([]);
  });

  test('When the other record is left out again, then it keeps waiting; when a migration creates it, then it is due', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const first = await jobWithout(connection, ['c3']);
    await sync.roundDone(first);
    const run = await orchestrator.run('roofers', connection);
    await run.worker.plan(run, 1, [aCreate('c3')]);
    await run.worker.batchDone(run, 1, { c3: SKIPPED });
    expect(await dueRecords(connection)).toEqual([]);
    await run.worker.plan(run, 2, [aCreate('c4')]);
    await run.worker.batchDone(run, 2, { c4: CREATED });
    expect(await dueRecords(connection)).toEqual([]);
    await run.worker.finish(run, 2);
    const again = await orchestrator.run('roofers', connection);
    await again.worker.plan(again, 1, [aCreate('c3')]);
    await again.worker.batchDone(again, 1, { c3: CREATED });
    expect(await dueRecords(connection)).toEqual(['job job']);
  });

  test('When a job goes without its contact in a migration, then it is due as soon as auto-sync has created the contact', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const run = await orchestrator.run('roofers', connection, 'jobs');
    await run.worker.plan(run, 1, [aJob('job', ['c5'])], 1, { kind: 'job' });
    await run.worker.batchDone(run, 1, { job: CREATED });
    expect(await run.worker.references(run)).toMatchObject({ references: [{ hubspotId: null }] });
    await sync.events(connection, ['c5']);
    await sync.copy(await sync.round(connection));
    expect(await dueRecords(connection)).toEqual(['job job']);
  });

  test('When a migration read the job before it got the contact, then it waits for the contact anyway', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const first = await jobWithout(connection, ['c7']);
    await sync.roundDone(first);
    const run = await orchestrator.run('roofers', connection, 'jobs');
    const { name, warnings, references } = aJob('job', ['c8']);
    const unchanged = {
      sourceId: 'job',
      name,
      warnings,
      references,
      action: 'unchanged',
      hubspotId: 'hs-job',
    } as const;
    await run.worker.plan(run, 1, [unchanged], 1, { kind: 'job' });
    const outcomes = [{ sourceId: 'job', kind: UNCHANGED, hubspotId: 'hs-job' }];
    await run.worker.report(run, { case: 'batchDone', value: { batch: 1, outcomes } });
    expect(await run.worker.references(run)).toMatchObject({ references: [{ sourceId: 'c8' }] });
    await sync.events(connection, ['c7']);
    await sync.copy(await sync.round(first));
    expect(await dueRecords(connection)).toEqual(['job job']);
  });

  test('When auto-sync of jobs was off in between, then the job is due when it is on again', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const first = await jobWithout(connection, ['c6']);
    await sync.roundDone(first);
    await sync.tell(connection, { jobs: null });
    await sync.events(connection, ['c6']);
    await sync.copy(await sync.round(first));
    expect(await dueRecords(connection)).toEqual([]);
    await sync.tell(connection, { jobs: new Date().toISOString() });
    expect(await dueRecords(connection)).toEqual(['job job']);
  });
});

describe('The records of a migration that ended before it came to their associations', () => {
  /** A run of jobs, of which one failed and one belongs to a batch that is not counted. */
  async function someCopied(connection: Connection, wanted = { dryRun: false }) {
    const run = await orchestrator.run('roofers', connection, 'jobs', wanted);
    await run.worker.planCreates(run, 1, ['with']);
    await run.worker.batchDone(run, 1, { with: CREATED });
    const jobs = ['made', 'same', 'failed'].map((id) => aJob(id, ['with']));
    await run.worker.plan(run, 2, jobs, 1, { kind: 'job' });
    await run.worker.batchDone(run, 2, { made: CREATED, same: UNCHANGED, failed: FAILED });
    await run.worker.plan(run, 3, [aJob('late', ['with'])], 1, { kind: 'job' });
    return run;
  }

  test('When it failed, then they are due, and a record that is counted later as well', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const run = await someCopied(connection);
    expect(await dueRecords(connection)).toEqual([]);
    await run.worker.finish(run, 4, RunResult.FAILED);
    expect(await dueRecords(connection)).toEqual(['job made', 'job same']);
    await run.worker.batchDone(run, 3, { late: CREATED });
    expect(await dueRecords(connection)).toEqual(['job late', 'job made', 'job same']);
  });

  test('When a user cancelled it, then they are due', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const run = await someCopied(connection);
    const params = { id: String(run.migrationId) };
    await orchestrator.person('roofers')(cancelMigration, { params });
    await run.worker.finish(run, 4, RunResult.CANCELLED);
    expect(await dueRecords(connection)).toEqual(['job made', 'job same']);
  });

  test('When it completed, or auto-sync of jobs is off, or it only planned, then none is due', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const run = await someCopied(connection);
    await run.worker.batchDone(run, 3, { late: CREATED });
    await run.worker.finish(run, 4);
    expect(await dueRecords(connection)).toEqual([]);

    const contactsOnly = await sync.switchedOn('roofers', ['contacts']);
    const beside = await someCopied(contactsOnly);
    await beside.worker.finish(beside, 4, RunResult.FAILED);
    expect(await dueRecords(contactsOnly)).toEqual([]);

    const dry = await someCopied(connection, { dryRun: true });
    await dry.worker.finish(dry, 4, RunResult.FAILED);
    expect(await dueRecords(connection)).toEqual([]);
  });

  test('Contacts, which refer to no records, are not due', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const run = await orchestrator.run('roofers', connection);
    await run.worker.planCreates(run, 1, ['c12']);
    await run.worker.batchDone(run, 1, { c12: CREATED });
    await run.worker.finish(run, 2, RunResult.FAILED);
    expect(await dueRecords(connection)).toEqual([]);
  });
});

describe('The associations of a migration beside auto-sync', () => {
  /** A migration that has copied two jobs, and a round with one of them. */
  async function migratedJobs() {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const run = await orchestrator.run('roofers', connection, 'jobs');
    const jobs = ['j1', 'j2'].map((id) => aJob(id, ['c9']));
    await run.worker.plan(run, 1, jobs, 1, { kind: 'job' });
    await run.worker.batchDone(run, 1, { j1: CREATED, j2: CREATED });
    await sync.events(connection, ['j1'], { kind: 'job' });
    const round = await sync.round(connection);
    const referring = async () =>
      (await run.worker.references(run)).references.map(({ from }) => from.sourceId);
    return { run, round, referring };
  }

  test('When auto-sync planned a record after the migration did, then it makes its associations, which are as new as its plan', async () => {
    const { round, referring } = await migratedJobs();
    expect(await referring()).toEqual(['j1', 'j2']);
    await sync.plan(round, 1, [aJob('j1', ['c10'])], { kind: 'job' });
    expect(await referring()).toEqual(['j2']);
    await sync.batchDone(round, 1, { j1: OutcomeKind.UPDATED });
    expect(await referring()).toEqual(['j2']);
  });

  test('When auto-sync could not copy the record, then the migration makes them after all', async () => {
    const { round, referring } = await migratedJobs();
    await sync.plan(round, 1, [aJob('j1', ['c10'])], { kind: 'job' });
    await sync.batchDone(round, 1, { j1: FAILED });
    expect(await referring()).toEqual(['j1', 'j2']);
  });

  test('When auto-sync created a contact since the migration left it out, then its deal gets it', async () => {
    const connection = await sync.switchedOn('roofers', bothKinds);
    const run = await orchestrator.run('roofers', connection, 'jobs');
    await run.worker.plan(run, 1, [aCreate('c11')], 1, { kind: 'contact' });
    await run.worker.batchDone(run, 1, { c11: SKIPPED });
    await run.worker.plan(run, 2, [aJob('j3', ['c11'])], 1, { kind: 'job' });
    await run.worker.batchDone(run, 2, { j3: CREATED });
    await sync.events(connection, ['c11']);
    await sync.copy(await sync.round(connection));
    expect(await run.worker.references(run)).toMatchObject({ references: [{ hubspotId: 'hs-c11' }] });
  });
});
