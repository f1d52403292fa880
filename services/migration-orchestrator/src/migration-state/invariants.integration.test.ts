import { describe, expect, test } from '@jest/globals';
import { cancelMigration, type Migration, type MigrationStatus } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import fc from '@ridgeline/testkit/property';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Held, WorkerUnderTest } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();

const kinds = [
  OutcomeKind.CREATED,
  OutcomeKind.UPDATED,
  OutcomeKind.UNCHANGED,
  OutcomeKind.SKIPPED,
  OutcomeKind.FAILED,
] as const;

/** Of which kind each of the five batches of a migration of jobs is: jobs, or what comes along. */
const anyKinds = fc.array(fc.constantFrom('job', 'contact', 'job_contact'), { minLength: 5, maxLength: 5 });

/** Something that happens to a run. `who` picks one of the leases ever granted, so that old holders act too. */
const anyStep = fc.record({
  what: fc.constantFrom(
    'claim',
    'crash',
    'release',
    'plan',
    'plan',
    'plan',
    'report',
    'report',
    'report',
    'finish',
    'cancel',
  ),
  who: fc.nat(3),
  batch: fc.integer({ min: 1, max: 5 }),
  kind: fc.constantFrom(...kinds),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

class Story {
  readonly #migration: Migration;
  readonly #kinds: readonly string[];
  #planned = 0;
  readonly #leases: (Held & { worker: WorkerUnderTest })[] = [];

  constructor(migration: Migration, kinds: readonly string[]) {
    this.#migration = migration;
    this.#kinds = kinds;
  }

  /** Tries the step: the orchestrator may refuse it, but must not fail. */
  async take(step: Step): Promise<void> {
    try {
      await this.#try(step);
    } catch (error) {
      if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) throw error;
      expect([400, 409]).toContain(error.status);
    }
  }

  async #try({ what, who, batch: wanted, kind }: Step): Promise<unknown> {
    const { id } = this.#migration;
    // A planned batch, or the next one: otherwise hardly any sequence would count anything.
    const batch = Math.min(wanted, this.#planned + 1);
    const lease = this.#leases.at(-1 - Math.min(who, this.#leases.length - 1));
    const records = [`${batch}-a`, `${batch}-b`];
    if (what === 'claim') {
      const worker = orchestrator.worker();
      const { attempt } = await orchestrator.look(this.#migration);
      const { epoch } = await worker.claim(id, attempt);
      expect(epoch).toBeGreaterThan(this.#leases.at(-1)?.epoch ?? 0);
      return this.#leases.push({ worker, migrationId: id, epoch });
    }
    if (what === 'cancel')
      return orchestrator.person('roofers')(cancelMigration, { params: { id: String(id) } });
    if (!lease) return undefined;
    if (what === 'plan') {
      await lease.worker.planCreates(lease, batch, records, this.#kinds[batch - 1]);
      return (this.#planned = Math.max(this.#planned, batch));
    }
    if (what === 'report')
      return lease.worker.batchDone(
        lease,
        batch,
        Object.fromEntries(records.map((record) => [record, kind])),
      );
    if (what === 'finish') return lease.worker.finish(lease, batch * records.length);
    if (what === 'release') return lease.worker.release(lease);
    await orchestrator.letLeaseEnd(id);
    return orchestrator.reap();
  }
}

/** The transitions that the specification allows; an ended migration does not change. */
const follows: Readonly<Record<MigrationStatus, readonly MigrationStatus[]>> = {
  queued: ['running', 'cancelled'],
  running: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

function expectConsistent(state: Migration): void {
  const { processedCount, successCount, errorCount, skipCount, createdCount, updatedCount, unchangedCount } =
    state;
  expect(processedCount).toBe(successCount + errorCount + skipCount);
  expect(successCount).toBe(createdCount + updatedCount + unchangedCount);
  expect(state.targetCount).toBeGreaterThanOrEqual(processedCount);
  if (state.reconciliation) {
    const { source, created, updated, unchanged, skipped, failed, difference } = state.reconciliation;
    expect(created + updated + unchanged + skipped + failed + difference).toBe(source);
  }
}

/** Phase and health must agree with the counts and the reported waits. */
function expectTruePhase(state: Migration): void {
  const { status, phase, health, waitingFor, processedCount, targetCount } = state;
  const running = status === 'running';
  expect([phase !== null, health !== null]).toEqual([running, running]);
  expect(phase === 'waiting').toBe(running && waitingFor !== null);
  if (phase === 'reading' || phase === 'planning') expect(processedCount).toBe(0);
  if (phase === 'finishing') expect([processedCount > 0, processedCount]).toEqual([true, targetCount]);
  // A lost worker and one that stopped are both shown as a wait for the next worker.
  if (health === 'recovering') expect(phase).toBe('waiting');
}

const begun = ['reading', 'planning', 'writing', 'finishing'];

/** What has been read, planned and written must not be lost. */
function expectPhaseForward(before: Migration, after: Migration): void {
  const [from, to] = [begun.indexOf(before.phase ?? ''), begun.indexOf(after.phase ?? '')];
  // More records than AccuLynx had counted may follow what seemed to be the last one.
  if (from >= 0 && to >= 0) expect(to).toBeGreaterThanOrEqual(Math.min(from, begun.indexOf('writing')));
}

function expectForward(before: Migration, after: Migration): void {
  expect(after.version).toBe(before.version + 1);
  expect(after.processedCount).toBeGreaterThanOrEqual(before.processedCount);
  expect(after.attempt).toBeGreaterThanOrEqual(before.attempt);
  expect([before.status, ...follows[before.status]]).toContain(after.status);
}

async function countedTwiceOrLost({ id }: Migration): Promise<unknown[]> {
  return database.db.forSystem((tx) =>
    tx.query(
      `select m.id from migrations m
       where m.id = $1
           and m.processed_count <> (select count(*) from outcomes o where o.migration_id = m.id and o.kind = m.kind)
          or m.id = $1 and exists (
            select kind, outcome, count(*) from outcomes where migration_id = m.id group by kind, outcome
            except
            select kind, outcome, sum(count) from outcome_counts where migration_id = m.id group by kind, outcome)
          or m.id = $1 and exists (
            select from batches b where b.migration_id = m.id and b.done_at is not null
              and b.record_count <> (select count(*) from outcomes o where o.migration_id = m.id and o.batch = b.batch))`,
      [id],
    ),
  );
}

describe('the invariants of a migration', () => {
  test('Whatever workers, people and crashes do in whatever order, the counts agree and nothing goes back', async () => {
    const stories = fc.array(anyStep, { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(stories, anyKinds, async (steps, kinds) => {
        const migration = await orchestrator.migration('roofers', undefined, 'jobs');
        const story = new Story(migration, kinds);
        await story.take({ what: 'claim', who: 0, batch: 1, kind: OutcomeKind.CREATED });
        for (const step of steps) await story.take(step);

        const states = await orchestrator.updates(migration.id);
        expect(states[0]?.status).toBe('queued');
        states.forEach(expectConsistent);
        states.forEach(expectTruePhase);
        for (const [index, state] of states.entries()) {
          const previous = states[index - 1];
          if (!previous) continue;
          expectForward(previous, state);
          expectPhaseForward(previous, state);
        }
        expect(states.at(-1)).toEqual(await orchestrator.look(migration));
        expect(await countedTwiceOrLost(migration)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
