import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import type { CountedReference, PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { aCreate, aJob } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();

const { CREATED, UPDATED, UNCHANGED, SKIPPED, FAILED } = OutcomeKind;
const ofJobs = { kind: 'job' } as const;
const aRun = (connection?: Connection) => orchestrator.run('roofers', connection, 'jobs');

/** A reference of a job that this run created to its first contact. */
const reference = (job: string, contact: string, change: Partial<CountedReference> = {}) => ({
  kind: 'contact',
  sourceId: contact,
  isPrimary: true,
  from: { sourceId: job, displayName: `Job ${job}`, hubspotId: `hs-${job}`, created: true },
  hubspotId: `hs-${contact}`,
  reason: null,
  ...change,
});

async function allPages(run: Run): Promise<{ references: CountedReference[]; pages: number }> {
  const references: CountedReference[] = [];
  let pages = 0;
  for (let after: number | null = 0; after !== null; pages += 1) {
    const page = await run.worker.references(run, after);
    expect(page.settled).toBe(true);
    references.push(...page.references);
    after = page.next;
  }
  return { references, pages };
}

describe('what jobs must be associated with', () => {
  test('As long as a batch is not counted there is nothing; then each written job stands with each of its contacts', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['c1', 'c2']);
    const jobs = [
      aJob('made', ['c1', 'c2']),
      aJob('updated', ['c1']),
      aJob('failed', ['c1']),
      aJob('alone', []),
    ];
    await run.worker.plan(run, 2, jobs, 1, ofJobs);
    const unsettled = { settled: false, references: [], next: null };
    expect(await run.worker.references(run)).toEqual(unsettled);
    await run.worker.batchDone(run, 2, { made: CREATED, updated: UPDATED, failed: FAILED, alone: CREATED });
    expect(await run.worker.references(run)).toEqual(unsettled);
    await run.worker.batchDone(run, 1, { c1: CREATED, c2: CREATED });
    expect(await run.worker.references(run)).toEqual({
      settled: true,
      next: null,
      references: [
        reference('made', 'c1'),
        reference('made', 'c2', { isPrimary: false }),
        reference('updated', 'c1', {
          from: { sourceId: 'updated', displayName: 'Job updated', hubspotId: 'hs-updated', created: false },
        }),
      ],
    });
  });

  test('The contact is what this run made of it, else what an earlier one did; where it is not in HubSpot, then the reason is given', async () => {
    const connection = orchestrator.connection('roofers');
    const contacts = await orchestrator.run('roofers', connection);
    await contacts.worker.planCreates(contacts, 1, ['earlier', 'both', 'refused']);
    await contacts.worker.batchDone(contacts, 1, { earlier: CREATED, both: CREATED, refused: CREATED });
    await contacts.worker.finish(contacts, 3);

    const run = await aRun(connection);
    const now = ['both', 'refused', 'skipped', 'fresh'];
    await run.worker.planCreates(run, 1, now);
    await run.worker.plan(run, 2, [aJob('j', ['earlier', ...now, 'nowhere'])], 1, ofJobs);
    const outcomes = [
      { sourceId: 'both', kind: UPDATED, hubspotId: 'hs-merged' },
      { sourceId: 'refused', kind: FAILED, reason: 'invalid_value' },
      { sourceId: 'skipped', kind: SKIPPED, reason: 'no_email' },
      { sourceId: 'fresh', kind: CREATED, hubspotId: 'hs-fresh' },
    ];
    await run.worker.report(run, { case: 'batchDone', value: { batch: 1, outcomes } });
    await run.worker.batchDone(run, 2, { j: UNCHANGED });
    const { references } = await run.worker.references(run);
    expect(references.map(({ sourceId, hubspotId, reason }) => [sourceId, hubspotId, reason])).toEqual([
      ['earlier', 'hs-earlier', null],
      ['both', 'hs-merged', null],
      ['refused', null, 'invalid_value'],
      ['skipped', null, 'no_email'],
      ['fresh', 'hs-fresh', null],
      ['nowhere', null, null],
    ]);
  });

  test('What other companies and other portals have of a contact is not it', async () => {
    const connection = orchestrator.connection('roofers');
    const { hubSpotPortalId } = connection;
    const others = [
      await orchestrator.run('plumbers', orchestrator.connection('plumbers', { hubSpotPortalId })),
      await orchestrator.run('roofers', orchestrator.connection('roofers')),
    ];
    for (const other of others) {
      await other.worker.planCreates(other, 1, ['theirs']);
      await other.worker.batchDone(other, 1, { theirs: CREATED });
      await other.worker.finish(other, 1);
    }
    const run = await aRun(connection);
    await run.worker.plan(run, 1, [aJob('j', ['theirs'])], 1, ofJobs);
    await run.worker.batchDone(run, 1, { j: CREATED });
    expect((await run.worker.references(run)).references).toEqual([
      reference('j', 'theirs', { hubspotId: null }),
    ]);
  });

  test('When there are many, then they come in pages, in order, each once, and batches without any are passed over', async () => {
    const run = await aRun();
    const jobs = Array.from({ length: 35 }, (_, index) => `j-${String(index).padStart(2, '0')}`);
    for (const [index, job] of jobs.entries()) {
      await run.worker.plan(run, 2 * index + 1, [aCreate(`none-${job}`)], 1, ofJobs);
      await run.worker.plan(run, 2 * index + 2, [aJob(job, ['c'])], 1, ofJobs);
      await run.worker.batchDone(run, 2 * index + 1, { [`none-${job}`]: CREATED });
      await run.worker.batchDone(run, 2 * index + 2, { [job]: CREATED });
    }
    const { references, pages } = await allPages(run);
    expect(pages).toBe(4);
    expect(references.map(({ from }) => from.sourceId)).toEqual(jobs);
  });

  test('When a plan is amended, then what it refers to by then counts', async () => {
    const run = await aRun();
    await run.worker.plan(run, 1, [aCreate('j'), aCreate('k')], 1, ofJobs);
    await run.worker.plan(run, 1, [aJob('j', ['c'])], 2, ofJobs);
    await run.worker.batchDone(run, 1, { j: CREATED, k: CREATED });
    const { references } = await allPages(run);
    expect(references.map(({ from }) => from.sourceId)).toEqual(['j']);
  });
});

describe('the pass of associations', () => {
  const pair: PlannedRecord = {
    sourceId: 'hs-j/hs-c',
    name: 'Record hs-j/hs-c',
    warnings: [],
    action: 'create',
    properties: { label: 'primary' },
  };
  const ofPairs = { kind: 'job_contact' } as const;

  async function atItsAssociations(): Promise<Run> {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['c']);
    await run.worker.plan(run, 2, [aJob('j', ['c'])], 1, ofJobs);
    await run.worker.batchDone(run, 1, { c: CREATED });
    await run.worker.batchDone(run, 2, { j: CREATED });
    await run.worker.plan(run, 3, [pair], 1, ofPairs);
    return run;
  }

  test('When its worker is lost, then the next one gets the plan that is left, makes it, and finds all pairs planned', async () => {
    const run = await atItsAssociations();
    await orchestrator.letLeaseEnd(run.migrationId);
    await orchestrator.reap();
    const worker = orchestrator.worker();
    const claim = await worker.claim(run.migrationId, 2);
    // Only jobs count as planned records, because the summary consists of them.
    expect(claim).toMatchObject({ nextBatch: 4, plannedRecords: 1 });
    expect(claim.unfinished).toEqual([
      { batch: 3, revision: 1, ...ofPairs, pass: 'records', cursor: { position: 3 }, records: [pair] },
    ]);
    const held = { migrationId: run.migrationId, epoch: claim.epoch };
    // Both workers report it: it counts once.
    await worker.batchDone(held, 3, { [pair.sourceId]: CREATED });
    await run.worker.batchDone(run, 3, { [pair.sourceId]: CREATED });
    expect((await worker.references(held)).references).toHaveLength(1);
    expect(await worker.identities(held, [{ sourceId: pair.sourceId, key: null }], 'job_contact')).toEqual([
      { sourceId: pair.sourceId, hubspotId: null, keyTakenBy: null, seenInBatch: 3 },
    ]);
    await worker.finish(held, 1);
    expect(await orchestrator.look(run.migration)).toMatchObject({
      status: 'completed',
      processedCount: 1,
      reconciliation: { source: 1, difference: 0, alongside: { job_contact: { created: 1, failed: 0 } } },
    });
  });

  test('When the lease has passed on, then the old holder learns nothing more', async () => {
    const run = await atItsAssociations();
    await orchestrator.letLeaseEnd(run.migrationId);
    await orchestrator.reap();
    await orchestrator.nextAttempt(run);
    await expect(run.worker.references(run)).rejects.toMatchObject({ code: 'run.lease_lost' });
  });
});
