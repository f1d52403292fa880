import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { analyzePast, makePast, past, testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { measured, type MeasuredDatabase } from '../testing/measured-database.ts';
import {
  startOrchestrator,
  type OrchestratorUnderTest,
  type Run,
} from '../testing/orchestrator-under-test.ts';
import { aCreate, aCreateWithout, aJob } from '../testing/worker-under-test.ts';

let database: TestDatabase;
let measure: MeasuredDatabase;
let orchestrator: OrchestratorUnderTest;

beforeAll(async () => {
  database = await testDatabase('migration');
  await makePast(database.adminUrl);
  measure = measured(database.db);
  orchestrator = await startOrchestrator(measure.db);
}, 180_000);

afterAll(async () => {
  await orchestrator[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const { CREATED, FAILED, UPDATED } = OutcomeKind;
const batchSize = 100;

interface Contact {
  readonly sourceId: string;
  readonly email: string;
  readonly outcome: OutcomeKind;
}

/** Copies one batch as a worker does; a contact whose address belongs to another one is created without it. */
async function bringOver(run: Run, batch: number, contacts: readonly Contact[]): Promise<void> {
  const identities = await run.worker.identities(
    run,
    contacts.map(({ sourceId, email }) => ({ sourceId, key: email })),
  );
  const first = new Map<string, string>();
  const records = contacts.map(({ sourceId, email }, index): PlannedRecord => {
    const takenBy = identities[index]?.keyTakenBy ?? first.get(email);
    first.set(email, takenBy ?? sourceId);
    return takenBy === undefined ? aCreate(sourceId, email) : aCreateWithout(sourceId, email);
  });
  expect(await run.worker.plan(run, batch, records)).toEqual({ taken: [] });
  await run.worker.batchDone(
    run,
    batch,
    Object.fromEntries(contacts.map(({ sourceId, outcome }) => [sourceId, outcome])),
  );
  expect((await run.worker.renew([run], 2)).runs).toMatchObject([{ state: 'held' }]);
}

/** Copies all contacts and returns how many rows were read for each tenth of them. */
async function bringAllOver(run: Run, contacts: readonly Contact[]): Promise<number[]> {
  const read: number[] = [];
  let before = await measure.rowsRead();
  const batches = contacts.length / batchSize;
  for (let batch = 1; batch <= batches; batch += 1) {
    await bringOver(run, batch, contacts.slice((batch - 1) * batchSize, batch * batchSize));
    if (batch % (batches / 10) > 0) continue;
    const now = await measure.rowsRead();
    read.push(now - before);
    before = now;
  }
  return read;
}

const contact = (index: number, email: string, outcome: OutcomeKind = CREATED): Contact => ({
  // The ids are in no order, as in the source.
  sourceId: `${((index * 7_919) % 100_003).toString(16).padStart(6, '0')}-${index}`,
  email,
  outcome,
});

/** Moves the deferred addresses that can move, in rounds, and returns how many moved. */
async function moveEmails(run: Run, lastBatch: number): Promise<number> {
  let [batch, moved] = [lastBatch, 0];
  for (let found = -1; found !== 0;) {
    found = 0;
    for (let after: number | null = 0; after !== null;) {
      const page = await run.worker.openValues(run, after);
      expect(page.settled).toBe(true);
      for (let from = 0; from < page.values.length; from += batchSize) {
        batch += 1;
        const some = page.values.slice(from, from + batchSize);
        const records = some.map(({ sourceId, property, value, name, properties }): PlannedRecord => ({
          sourceId,
          name: 'A record',
          warnings: [],
          deferred: { property, value, name, properties },
          action: 'update',
          hubspotId: `hs-${sourceId}`,
          before: { email: null },
          after: { email: value },
        }));
        await run.worker.plan(run, batch, records, 1, { pass: 'settle' });
        await run.worker.batchDone(
          run,
          batch,
          Object.fromEntries(some.map(({ sourceId }) => [sourceId, UPDATED])),
        );
      }
      found += page.values.length;
      after = page.next;
    }
    moved += found;
  }
  return moved;
}

/** Each for a company that the statistics do not know yet. */
const statistics = [
  ['that was never analyzed', 'company-one', () => Promise.resolve()],
  ['that was analyzed before the run', 'company-two', () => analyzePast(database.adminUrl)],
] as const;

describe.each(statistics)('a run in a database with a million outcomes %s', (_name, company, prepare) => {
  test('Batch after batch, as few rows are read for the last ones as for the first, and no statement takes long', async () => {
    await prepare();
    const outcomes = await database.db.forSystem((tx) =>
      tx.one<{ count: number }>(`select count(*)::integer from outcomes`),
    );
    expect(outcomes.count).toBeGreaterThanOrEqual(past.outcomes);
    const run = await orchestrator.run(company);
    measure.longest();
    const contacts = Array.from({ length: 5_000 }, (_, index) => contact(index, `new-${index}@example.com`));
    const read = await bringAllOver(run, contacts);
    const [first = NaN, last = NaN] = [read[0], read.at(-1)];
    // Each record takes a handful of look-ups by key, regardless of earlier data.
    expect(last).toBeLessThan(first * 2);
    expect(last / (contacts.length / 10)).toBeLessThan(10);

    const before = await measure.rowsRead();
    expect(await run.worker.openValues(run)).toEqual({ settled: true, values: [], next: null });
    await run.worker.finish(run, contacts.length);
    expect((await measure.rowsRead()) - before).toBeLessThan(2_000);
    expect(await orchestrator.look(run.migration)).toMatchObject({
      status: 'completed',
      reconciliation: { created: 5_000, difference: 0 },
    });
    expect(measure.longest().ms).toBeLessThan(1_000);
  }, 120_000);

  test('When thousands of contacts share addresses whose first holder failed, then each address is given on, and that costs no more per contact', async () => {
    await prepare();
    const run = await orchestrator.run(company);
    measure.longest();
    const outcomeOf = (isFirst: boolean) => (isFirst ? FAILED : CREATED);
    // 2,000 share one address, 1,000 pairs share one each, the others have their own; all mixed.
    const contacts = Array.from({ length: 5_000 }, (_, index) => {
      const [kind, place] = [index % 5, Math.floor(index / 5)];
      if (kind < 2) return contact(index, 'office@example.com', outcomeOf(index === 0));
      if (kind < 4) return contact(index, `pair-${place}@example.com`, outcomeOf(kind === 2));
      return contact(index, `own-${place}@example.com`);
    });
    const read = await bringAllOver(run, contacts);
    expect(read.at(-1) ?? NaN).toBeLessThan((read[0] ?? NaN) * 2);

    const before = await measure.rowsRead();
    expect(await moveEmails(run, contacts.length / batchSize)).toBe(1_001);
    const rowsPerContact = ((await measure.rowsRead()) - before) / contacts.length;
    expect(rowsPerContact).toBeLessThan(15);
    await run.worker.finish(run, contacts.length);
    expect(await orchestrator.look(run.migration)).toMatchObject({
      status: 'completed',
      reconciliation: { created: 3_999, updated: 0, failed: 1_001, difference: 0 },
    });
    expect(measure.longest().ms).toBeLessThan(1_000);
  }, 120_000);

  test('When jobs come with contacts and thousands of associations, then the last page costs no more than the first', async () => {
    await prepare();
    const run = await orchestrator.run('roofers', undefined, 'jobs');
    measure.longest();
    const names = (kind: string, batch: number) =>
      Array.from({ length: batchSize }, (_, index) => `${kind}-${batch * batchSize + index}`);
    const store = async (batch: number, records: PlannedRecord[], kind: string) => {
      await run.worker.plan(run, batch, records, 1, { kind });
      const outcomes = records.map(({ sourceId }) => [sourceId, CREATED] as const);
      await run.worker.batchDone(run, batch, Object.fromEntries(outcomes));
    };
    const groups = 40;
    for (let group = 0; group < groups; group += 1) {
      const contacts = names('contact', group);
      await store(
        2 * group + 1,
        contacts.map((id) => aCreate(id)),
        'contact',
      );
      // Each job refers to a contact of its group, and to an unknown one from the past.
      const jobs = names('job', group).map((id, index) => aJob(id, [contacts[index] ?? '', `past-${id}`]));
      await store(2 * group + 2, jobs, 'job');
    }

    const read: number[] = [];
    let [batch, before, tied] = [2 * groups, await measure.rowsRead(), 0];
    for (let after: number | null = 0; after !== null;) {
      const page = await run.worker.references(run, after);
      const pairs = page.references.map(({ from, sourceId }) => aCreate(`${from.sourceId}/${sourceId}`));
      const question = pairs.map(({ sourceId }) => ({ sourceId, key: null }));
      await run.worker.identities(run, question, 'job_contact');
      batch += 1;
      await store(batch, pairs, 'job_contact');
      const now = await measure.rowsRead();
      if (pairs.length > 0) read.push((now - before) / pairs.length);
      [before, tied, after] = [now, tied + pairs.length, page.next];
    }
    expect(tied).toBe(2 * groups * batchSize);
    expect(read).toHaveLength(groups / 10);
    expect(read.at(-1) ?? NaN).toBeLessThan((read[0] ?? NaN) * 2);
    expect(Math.max(...read)).toBeLessThan(10);
    await run.worker.finish(run, groups * batchSize);
    expect(await orchestrator.look(run.migration)).toMatchObject({
      createdCount: groups * batchSize,
      reconciliation: { difference: 0, alongside: { job_contact: { created: tied } } },
    });
    expect(measure.longest().ms).toBeLessThan(1_000);
  }, 120_000);
});
