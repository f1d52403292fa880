import { describe, expect, test } from '@jest/globals';
import { getTallies, getThroughput, tallySchema, throughputSchema } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();

const params = (id: number) => ({ params: { id: String(id) } });

/** A run that counted three batches of two records each. */
async function aRun(): Promise<number> {
  const run = await orchestrator.run();
  for (const batch of [1, 2, 3]) {
    const [one, two] = [`a${batch}`, `b${batch}`];
    await run.worker.planCreates(run, batch, [one, two]);
    await run.worker.batchDone(run, batch, { [one]: OutcomeKind.CREATED, [two]: OutcomeKind.FAILED });
  }
  return run.migrationId;
}

describe('throughput', () => {
  test('Each batch counts in the stretch in which it was counted, and the last seconds are told apart', async () => {
    const id = await aRun();
    await database.asAdmin(
      `update migrations set started_at = now() - interval '100 seconds' where id = ${id}`,
      `update batches set done_at = now() - interval '99 seconds' where migration_id = ${id} and batch = 1`,
      `update batches set done_at = now() - interval '9 seconds' where migration_id = ${id} and batch = 2`,
    );
    const told = throughputSchema.parse(await orchestrator.person('roofers')(getThroughput, params(id)));
    expect(told.stepMs).toBe(2_000);
    expect(told.records.length).toBeGreaterThanOrEqual(50);
    expect(told.records[0]).toBe(2);
    expect(told.records[45]).toBe(2);
    expect(told.records.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(told.recent?.records).toBe(4);
    expect(Date.parse(told.at) - Date.parse(told.recent?.since ?? '')).toBe(15_000);
  });

  test('Before the first batch there is nothing to tell, and a batch that comes late belongs to the end', async () => {
    const { migrationId } = await orchestrator.run();
    const ask = orchestrator.person('roofers');
    expect(await ask(getThroughput, params(migrationId))).toMatchObject({
      from: null,
      records: [],
      recent: null,
    });

    const late = await aRun();
    await database.asAdmin(
      `update migrations set status = 'cancelled', started_at = now() - interval '1 hour',
         completed_at = now() - interval '59 minutes' where id = ${late}`,
    );
    const told = await ask(getThroughput, params(late));
    expect(told.records).toHaveLength(30);
    expect(told.records.at(-1)).toBe(6);
  });
});

test('While a migration runs, its tallies say what came of its records so far, and why', async () => {
  const tallies = await orchestrator.person('roofers')(getTallies, params(await aRun()));
  expect(tallySchema.parse(tallies['contact'])).toMatchObject({
    created: 3,
    failed: 3,
    failedByReason: { some_reason: 3 },
  });
});

test('Another company is told that there is no such migration', async () => {
  const id = await aRun();
  for (const endpoint of [getThroughput, getTallies])
    expect((await orchestrator.download('others', endpoint, params(id))).status).toBe(404);
});
