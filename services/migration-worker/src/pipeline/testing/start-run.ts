import type { ListPage, ListSpec } from '@ridgeline/acculynx';
import type { RunSettings } from '@ridgeline/contracts/internal';
import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import type { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import { fakeHubspot } from '../../hubspot-io/testing/fake-hubspot.ts';
import type { MappedRecord, ObjectMigration } from '../../object-migration/object-migration.ts';
import type { Claim } from '../../orchestrator/orchestrator.ts';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import type { Execution } from '../../plans/execution.ts';
import { aClaim } from '../../testing/a-claim.ts';
import { aLease } from '../../testing/a-lease.ts';
import type { RecordSource } from '../../vendors/record-source.ts';
import { fakeAcculynx } from '../../vendors/testing/fake-acculynx.ts';
import { WaitTracker } from '../../waiting/wait-tracker.ts';
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
  /** Goes on with what an earlier run of the migration told. */
  readonly orchestrator?: FakeOrchestrator;
  /** The portals of the kinds alongside, by their names. */
  readonly alongside?: Readonly<Record<string, HubspotTarget>>;
  /** The step at which the worker dies: a plan, a call to HubSpot or a report, before or after it is heard. */
  readonly diesAt?: number;
}

/** What a run goes over with: the kind of record, what it works with, and a HubSpot portal in memory. */
export interface RunSubject<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: ObjectMigration<Source, Mapped, Counterparts, Options>;
  readonly options: Options;
  readonly source: RecordSource<Source>;
  readonly target: FakeHubspotTarget;
}

/** A run of a kind of record over this source, in batches of 10; the test lets its pipeline run. */
export function startRun<Source, Mapped extends MappedRecord, Counterparts, Options>(
  { object, options, source, target }: RunSubject<Source, Mapped, Counterparts, Options>,
  {
    settings,
    claim,
    graceMs = 1_000,
    orchestrator = new FakeOrchestrator(),
    alongside = {},
    diesAt = Infinity,
  }: RunSetup,
) {
  const lease = aLease({ graceMs: () => graceMs });
  const life = new WorkerLife(diesAt, lease);
  const waits = new WaitTracker();
  const reported: Execution[] = [];
  const pipeline = new RunPipeline({
    object,
    options,
    kinds: new RunKinds(object, ({ type }) => mortalTarget(alongside[type.name] ?? target, life)),
    claim: aClaim({ ...claim, settings: { batchSize: 10, ...settings } }),
    lease,
    source,
    acculynx: fakeAcculynx({ count: 0, startIndex: 0, contacts: [] }),
    hubspot: fakeHubspot(target),
    ledger: mortalLedger(orchestrator, life),
    waits,
    reportBatch: async (execution) => {
      life.step();
      reported.push(execution);
      const outcomes = [...execution.outcomes].map(([sourceId, outcome]) => ({ ...outcome, sourceId }));
      orchestrator.counted(execution.plan.batch, outcomes);
      life.step();
      await Promise.resolve();
    },
  });
  return { pipeline, target, orchestrator, lease, waits, reported, life };
}

/** All outcomes reported, one by one. */
export const outcomesOf = (reported: readonly Execution[]) =>
  reported.flatMap(({ outcomes }) => [...outcomes].map(([sourceId, { kind }]) => ({ sourceId, kind })));
