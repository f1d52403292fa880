import { describe, expect, test } from '@jest/globals';
import { cancelMigration, getMigrationLogs, getTallies } from '@ridgeline/contracts';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { aCreate, aCreateWithout, aJob } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();

const { CREATED, UPDATED, UNCHANGED, SKIPPED, FAILED } = OutcomeKind;
const aRun = () => orchestrator.run('roofers', undefined, 'jobs');

async function messagesOf({ migrationId }: Run): Promise<string[]> {
  const params = { id: String(migrationId) };
  const lines = await orchestrator.person('roofers')(getMigrationLogs, { params });
  return lines.map(({ message }) => message);
}

/** Two related contacts, three jobs, and their associations; the second batch of these is not counted yet. */
async function jobsWithContacts(): Promise<Run> {
  const run = await aRun();
  await run.worker.planCreates(run, 1, ['c1', 'c2']);
  const jobs = [aJob('j1', ['c1']), aJob('j2', ['c1', 'c2']), aJob('j3', [])];
  await run.worker.plan(run, 2, jobs, 1, { kind: 'job' });
  await run.worker.batchDone(run, 1, { c1: CREATED, c2: SKIPPED }, { reason: 'no_email' });
  await run.worker.batchDone(run, 2, { j1: CREATED, j2: UPDATED, j3: FAILED }, { reason: 'invalid_value' });
  await run.worker.planCreates(run, 3, ['p1'], 'job_contact');
  await run.worker.planCreates(run, 4, ['p2', 'p3'], 'job_contact');
  await run.worker.batchDone(run, 3, { p1: CREATED });
  return run;
}

describe('a migration of jobs', () => {
  test('Its counters count jobs alone, its account and its log also what came along', async () => {
    const run = await jobsWithContacts();
    await run.worker.batchDone(run, 4, { p2: UNCHANGED, p3: SKIPPED }, { reason: 'contact_not_in_hubspot' });
    const running = await orchestrator.look(run.migration);
    expect(running).toMatchObject({ processedCount: 3, createdCount: 1, updatedCount: 1, errorCount: 1 });
    expect(running).toMatchObject({ skipCount: 0, unchangedCount: 0, targetCount: 3 });
    await run.worker.finish(run, 3);
    const ended = await orchestrator.look(run.migration);
    const nothing = {
      created: 0,
      updated: 0,
      unchanged: 0,
      removed: 0,
      skipped: 0,
      failed: 0,
      skippedByReason: {},
      failedByReason: {},
      warnedByReason: {},
    };
    expect(ended).toMatchObject({ status: 'completed', processedCount: 3, targetCount: 3 });
    expect(ended.reconciliation).toEqual({
      ...nothing,
      source: 3,
      created: 1,
      updated: 1,
      failed: 1,
      failedByReason: { invalid_value: 1 },
      difference: 0,
      countedBySource: null,
      foundAtEnd: null,
      heldStill: null,
      alongside: {
        contact: { ...nothing, created: 1, skipped: 1, skippedByReason: { no_email: 1 } },
        job_contact: {
          ...nothing,
          created: 1,
          unchanged: 1,
          skipped: 1,
          skippedByReason: { contact_not_in_hubspot: 1 },
        },
      },
      addedOptions: [],
    });
    expect((await orchestrator.updates(run.migrationId)).at(-1)).toEqual(ended);
    expect(await messagesOf(run)).toContain(
      '3 source records: 1 created, 1 updated, 0 unchanged, 0 skipped, 1 failed. Also 2 contacts: 1 created, 1 skipped; ' +
        '3 associations: 1 made, 1 present, 1 without a contact',
    );
  });

  test('When associations are reported after its end, then the account is corrected without a difference', async () => {
    const run = await jobsWithContacts();
    await run.worker.finish(run, 3, RunResult.FAILED, 'HubSpot refused the token');
    const failed = await orchestrator.look(run.migration);
    expect(failed.reconciliation).toMatchObject({ source: 3, difference: 0 });
    await run.worker.batchDone(run, 4, { p2: CREATED });
    const late = await orchestrator.look(run.migration);
    expect(late).toMatchObject({ processedCount: 3 });
    expect(late.reconciliation).toMatchObject({
      source: 3,
      difference: 0,
      alongside: { job_contact: { created: 2 } },
    });
    expect(await messagesOf(run)).toContain('Batch 4: 1 association has no outcome');
  });

  test('When the outcomes of the last associations are unknown, then the log says so in their words', async () => {
    const run = await jobsWithContacts();
    const params = { id: String(run.migrationId) };
    await orchestrator.person('roofers')(cancelMigration, { params });
    // Neither the worker nor the one that closes the run finishes.
    for (let lost = 1; lost <= 2; lost += 1) {
      if (lost === 2) await orchestrator.nextAttempt(run);
      await orchestrator.letLeaseEnd(run.migrationId);
      await orchestrator.reap();
    }
    expect((await orchestrator.look(run.migration)).reconciliation).toMatchObject({
      source: 3,
      difference: 0,
    });
    const unconfirmed = (await messagesOf(run)).filter((text) => text.includes('be confirmed'));
    expect(unconfirmed).toEqual(['2 associations could not be confirmed; look them up in HubSpot']);
  });
});

describe('warnings', () => {
  test('They are counted once for each record and code, however often and late the batch is reported', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a', 'b'], 'contact');
    await run.worker.planCreates(run, 2, ['a', 'b', 'c'], 'job');
    await run.worker.batchDone(
      run,
      1,
      { a: CREATED, b: CREATED },
      { warnings: { a: ['email_shared'], b: ['email_shared', 'email_in_use', 'email_shared'] } },
    );
    const outcomes = { a: CREATED, b: UPDATED, c: CREATED };
    const warnings = { a: ['option_missing'], b: ['option_missing'], stranger: ['option_missing'] };
    await Promise.all([1, 2, 3].map(() => run.worker.batchDone(run, 2, outcomes, { warnings })));
    await run.worker.finish(run, 3);
    await run.worker.batchDone(run, 2, outcomes, { warnings });
    expect((await orchestrator.look(run.migration)).reconciliation).toMatchObject({
      warnedByReason: { option_missing: 2 },
      alongside: { contact: { warnedByReason: { email_shared: 2, email_in_use: 1 } } },
    });
  });

  test('Only copied records count, and one that is given its value after all does not count any more', async () => {
    const run = await orchestrator.run();
    const without = (id: string) => ({
      ...aCreateWithout(id, `${id}@example.com`),
      warnings: [{ code: 'email_in_use' as const, message: `${id} is copied without it` }],
    });
    const ids = ['a', 'b', 'c', 'd'];
    await run.worker.plan(run, 1, ids.map(without));
    const warnings = Object.fromEntries(ids.map((id) => [id, ['email_in_use']]));
    // The last contact has nothing but this address, and waits.
    await run.worker.batchDone(run, 1, { a: CREATED, b: CREATED, c: FAILED, d: SKIPPED }, { warnings });
    const params = { id: String(run.migrationId) };
    const warned = async () =>
      (await orchestrator.person('roofers')(getTallies, { params }))['contact']?.warnedByReason;
    expect(await warned()).toEqual({ email_in_use: 2 });

    const given = ['a', 'd'].map((id) => ({
      ...aCreate(id),
      properties: { email: `${id}@example.com` },
      deferred: without(id).deferred,
    }));
    await run.worker.plan(run, 2, given, 1, { pass: 'settle' });
    await run.worker.batchDone(run, 2, { a: UPDATED, d: CREATED });
    expect(await warned()).toEqual({ email_in_use: 1 });
    await run.worker.finish(run, 4);
    expect((await orchestrator.look(run.migration)).reconciliation).toMatchObject({
      created: 3,
      failed: 1,
      warnedByReason: { email_in_use: 1 },
    });
  });

  test('When a batch is counted after the end of its run, then its warnings are in the account', async () => {
    const run = await orchestrator.run();
    await run.worker.planCreates(run, 1, ['a', 'b']);
    await run.worker.finish(run, 2, RunResult.FAILED, 'HubSpot refused the token');
    // Only for records whose outcome is in the report.
    const warnings = { a: ['email_shared'], b: ['email_shared'] };
    await run.worker.batchDone(run, 1, { a: CREATED }, { warnings });
    expect((await orchestrator.look(run.migration)).reconciliation).toMatchObject({
      warnedByReason: { email_shared: 1 },
    });
  });

  test('When a settle plan tells them of a record again, then they stay counted once', async () => {
    const run = await orchestrator.run();
    await run.worker.plan(run, 1, [aCreateWithout('a', 'x@example.com')]);
    const warnings = { a: ['email_shared'] };
    await run.worker.batchDone(run, 1, { a: UNCHANGED }, { warnings });
    await run.worker.plan(run, 2, [aCreateWithout('a', 'x@example.com')], 1, { pass: 'settle' });
    await run.worker.batchDone(run, 2, { a: UPDATED }, { warnings });
    await run.worker.finish(run, 1);
    expect((await orchestrator.look(run.migration)).reconciliation).toMatchObject({
      updated: 1,
      warnedByReason: { email_shared: 1 },
    });
  });
});
