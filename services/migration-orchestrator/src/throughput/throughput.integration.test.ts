import { describe, expect, test } from '@jest/globals';
import {
  getTallies,
  getThroughput,
  tallySchema,
  throughputSchema,
  type Throughput,
} from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { testDatabase } from '@ridgeline/testkit/integration';
import { measured } from '../testing/measured-database.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { startOrchestrator, type Run } from '../testing/orchestrator-under-test.ts';

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

/** Counts a batch of two records in the given second of the run's life. */
async function countedAt(run: Run, batch: number, second: number): Promise<void> {
  await database.asAdmin(
    `update migrations set started_at = now() - interval '${second} seconds' where id = ${run.migrationId}`,
  );
  const [one, two] = [`a${batch}`, `b${batch}`];
  await run.worker.planCreates(run, batch, [one, two]);
  await run.worker.batchDone(run, batch, { [one]: OutcomeKind.CREATED, [two]: OutcomeKind.FAILED });
}

const told = async ({ migrationId }: Pick<Run, 'migrationId'>) =>
  throughputSchema.parse(await orchestrator.person('roofers')(getThroughput, params(migrationId)));

const total = ({ records }: Throughput) => records.reduce((sum, count) => sum + count, 0);

describe('throughput', () => {
  test('Each batch counts in the stretch in which it was counted, also when stretches get longer', async () => {
    const run = await orchestrator.run();
    await countedAt(run, 1, 1);
    await countedAt(run, 2, 91);
    const short = await told(run);
    expect(short).toMatchObject({ stepMs: 2_000, recent: { records: 4 } });
    expect(short.records).toHaveLength(46);
    expect([short.records[0], short.records[45], total(short)]).toEqual([2, 2, 4]);
    // Each of these is part of a longer run, whose stretches have another length in storage and display.
    const places = [
      [1_000, 30_000, 33, 2],
      [4_000, 120_000, 33, 4],
      [40_000, 900_000, 44, 4],
      [300_000, 7_200_000, 41, 8],
    ] as const;
    for (const [index, [second, stepMs, place, first]] of places.entries()) {
      await countedAt(run, index + 3, second);
      const long = await told(run);
      expect(long.stepMs).toBe(stepMs);
      expect([long.records[0], long.records[place]]).toEqual([first, 2]);
      expect(total(long)).toBe(2 * (index + 3));
    }
  });

  test('The last seconds are reported separately, from the first batch on', async () => {
    const run = await orchestrator.run();
    await countedAt(run, 1, 40);
    expect((await told(run)).recent?.records).toBe(2);
    await database.asAdmin(
      `update throughputs set first_at = now() - interval '40 seconds', recent = jsonb_build_object(
         extract(epoch from now())::bigint - 40, 5, extract(epoch from now())::bigint - 9, 7)
       where migration_id = ${run.migrationId}`,
    );
    const { at, recent } = await told(run);
    expect(recent?.records).toBe(7);
    const seconds = (Date.parse(at) - Date.parse(recent?.since ?? '')) / 1_000;
    expect(seconds).toBeGreaterThanOrEqual(14);
    expect(seconds).toBeLessThanOrEqual(15);
    await countedAt(run, 2, 41);
    expect((await told(run)).recent?.records).toBe(9);
  });

  test('Before the first batch there is nothing to tell, and a batch that comes late belongs to the end', async () => {
    const run = await orchestrator.run();
    expect(await told(run)).toMatchObject({ from: null, records: [], recent: null });
    await run.worker.planCreates(run, 1, ['a']);
    await database.asAdmin(
      `update migrations set status = 'cancelled', started_at = now() - interval '1 hour',
         completed_at = now() - interval '59 minutes' where id = ${run.migrationId}`,
    );
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    const late = await told(run);
    expect(late.records).toHaveLength(30);
    expect(late.records.at(-1)).toBe(1);
  });

  test('After 20,000 batches no more is read for an answer than after ten', async () => {
    await using own = await testDatabase('migration');
    const measure = measured(own.db);
    await using service = await startOrchestrator(own.db, { pools: { people: measure.db } });
    const run = await service.run();
    const rowsFor = async (batches: number) => {
      await own.asAdmin(
        `insert into batches (migration_id, batch, company_id, epoch, revision, kind, pass, record_count, records, done_at)
         select ${run.migrationId}, n, 'roofers', 1, 1, 'contact', 'records', 50, '[]', now()
         from generate_series((select coalesce(max(batch), 0) + 1 from batches), ${batches}) n`,
      );
      const before = await measure.rowsRead();
      await service.person('roofers')(getThroughput, params(run.migrationId));
      return (await measure.rowsRead()) - before;
    };
    const few = await rowsFor(10);
    expect(few).toBeLessThan(50);
    expect(await rowsFor(20_000)).toBeLessThanOrEqual(few);
  });
});

test('While a migration runs, its tallies count the outcomes of its records so far, and their reasons', async () => {
  const tallies = await orchestrator.person('roofers')(getTallies, params(await aRun()));
  expect(tallySchema.parse(tallies['contact'])).toMatchObject({
    created: 3,
    failed: 3,
    failedByReason: { some_reason: 3 },
  });
});

test('When another company asks, then the migration is not found', async () => {
  const id = await aRun();
  for (const endpoint of [getThroughput, getTallies])
    expect((await orchestrator.download('others', endpoint, params(id))).status).toBe(404);
});
