import type { ListPage, ListSpec } from '@ridgeline/acculynx';
import type { Claim, RunSettings } from '@ridgeline/contracts/internal';
import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import type { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import { fakeHubspot } from '../../hubspot-io/testing/fake-hubspot.ts';
import type { HeldLease } from '../../lease/held-lease.ts';
import type { MappedRecord, ObjectMigration } from '../../object-migration/object-migration.ts';
import type { WriteRules } from '../../object-migration/write-rules.ts';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import type { Execution } from '../../plans/execution.ts';
import { aClaim } from '../../lease/testing/a-claim.ts';
import { aLease } from '../../lease/testing/a-lease.ts';
import type { RunVendors } from '../../vendors/run-vendors.ts';
import type { RecordSource } from '../../vendors/record-source.ts';
import { fakeAcculynx } from '../../vendors/testing/fake-acculynx.ts';
import { settling } from '../../vendors/testing/settling.ts';
import { WaitTracker } from '../../waiting/wait-tracker.ts';
import type { ReviewPlan } from '../batch-planner.ts';
import { conflictsOfMigrations, type ConflictRules } from '../plan-conflicts.ts';
import { RunKinds } from '../run-kinds.ts';
import { RunPipeline } from '../run-pipeline.ts';
import { mortalLedger, mortalTarget, WorkerLife } from './worker-life.ts';

/** Lists of tests are paged like AccuLynx' contacts. */
export const listSpec: ListSpec = { pageSize: 50, startIndex: 'detect' };

/** A page of a list as AccuLynx cuts it. */
export function pageOf<R>(list: readonly R[], index: number): ListPage<R> {
  const { pageSize } = listSpec;
  const items = list.slice(index * pageSize, (index + 1) * pageSize);
  return { count: list.length, startIndex: index, items };
}

export interface RunSetup {
  readonly settings?: Partial<RunSettings>;
  readonly claim?: Partial<Omit<Claim, 'settings'>>;
  readonly graceMs?: number;
  /** Continues with what an earlier run of the migration reported. */
  readonly orchestrator?: FakeOrchestrator;
  /** The portals of the kinds alongside, by their names. */
  readonly alongside?: Readonly<Record<string, FakeHubspotTarget>>;
  /** The step at which the worker dies: a plan, a call to HubSpot or a report, before or after it takes effect. */
  readonly diesAt?: number;
  /** How the run resolves conflicts; as a migration does, unless the test says otherwise. */
  readonly conflicts?: ConflictRules;
  /** Whether it continues later, as a round of auto-sync does. */
  readonly continues?: boolean;
  /** Wraps the run's access to HubSpot's records. */
  readonly through?: (target: HubspotTarget) => HubspotTarget;
}

/** What a run copies: the kind of record, its options, and its source. */
export interface RunSubject<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: ObjectMigration<Source, Mapped, Counterparts, Options>;
  readonly options: Options;
  readonly source: RecordSource<Source>;
  readonly review?: ReviewPlan | undefined;
  readonly isDryRun?: boolean;
}

/** The environment of a run: its lease, and both vendors. */
export interface RunPlace {
  readonly lease: HeldLease;
  readonly waits: WaitTracker;
  readonly vendors: RunVendors;
  readonly targetOf: (rules: WriteRules) => HubspotTarget;
}

/** A run of a kind of record into a HubSpot portal in memory, in batches of 10; the test lets its pipeline run. */
export function startRun<Source, Mapped extends MappedRecord, Counterparts, Options>(
  { target, ...subject }: RunSubject<Source, Mapped, Counterparts, Options> & { target: FakeHubspotTarget },
  { graceMs = 1_000, alongside = {}, settings, ...setup }: RunSetup,
) {
  const lease = aLease({ graceMs: () => graceMs });
  const waits = new WaitTracker();
  const vendors = {
    acculynx: {
      ...settling(fakeAcculynx({ count: 0, startIndex: 0, contacts: [] })),
      stopping: lease.stopping,
    },
    hubspot: settling(fakeHubspot(target)),
  };
  const targetOf = ({ type }: WriteRules) => alongside[type.name] ?? target;
  const place = { lease, waits, vendors, targetOf };
  return { ...runAt(place, subject, { settings: { batchSize: 10, ...settings }, ...setup }), target };
}

/** A run of a kind of record at this position; the test lets its pipeline run. */
export function runAt<Source, Mapped extends MappedRecord, Counterparts, Options>(
  { lease, waits, vendors, targetOf }: RunPlace,
  subject: RunSubject<Source, Mapped, Counterparts, Options>,
  { settings = {}, claim, orchestrator = new FakeOrchestrator(), diesAt = Infinity, ...setup }: RunSetup,
) {
  const { through = (target) => target, conflicts = conflictsOfMigrations, continues = false } = setup;
  const life = new WorkerLife(diesAt, lease);
  const reported: Execution[] = [];
  const pipeline = new RunPipeline({
    ...subject,
    ...vendors,
    kinds: new RunKinds(subject.object, (rules) => through(mortalTarget(targetOf(rules), life))),
    claim: aClaim({ ...claim, settings }),
    lease,
    ledger: mortalLedger(orchestrator, life),
    waits,
    conflicts,
    continues,
    reportBatch: async (execution) => {
      life.step();
      reported.push(execution);
      const outcomes = [...execution.outcomes].map(([sourceId, outcome]) => ({ ...outcome, sourceId }));
      orchestrator.counted(execution.plan.batch, outcomes);
      life.step();
      await Promise.resolve();
    },
  });
  return { pipeline, orchestrator, lease, waits, reported };
}

/** All outcomes reported, one by one. */
export const outcomesOf = (reported: readonly Execution[]) =>
  reported.flatMap(({ outcomes }) => [...outcomes].map(([sourceId, { outcome }]) => ({ sourceId, outcome })));
