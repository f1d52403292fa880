import type { ListPage, ListSpec } from '@ridgeline/acculynx';
import type { RunSettings } from '@ridgeline/contracts/internal';
import type { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import type { MappedRecord, ObjectMigration } from '../../object-migration/object-migration.ts';
import type { Claim } from '../../orchestrator/orchestrator.ts';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import type { Execution } from '../../plans/execution.ts';
import { aClaim } from '../../testing/a-claim.ts';
import { aLease } from '../../testing/a-lease.ts';
import type { RecordSource } from '../../vendors/record-source.ts';
import { WaitTracker } from '../../waiting/wait-tracker.ts';
import { RunPipeline } from '../run-pipeline.ts';

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
}

/** A run of a kind of record over this source, in batches of 10; the test lets its pipeline run. */
export function startRun<Source, Mapped extends MappedRecord, Counterparts, Options>(
  object: ObjectMigration<Source, Mapped, Counterparts, Options>,
  source: RecordSource<Source>,
  target: FakeHubspotTarget,
  { settings, claim, graceMs = 1_000 }: RunSetup,
) {
  const orchestrator = new FakeOrchestrator();
  const lease = aLease({ graceMs: () => graceMs });
  const waits = new WaitTracker();
  const reported: Execution[] = [];
  const pipeline = new RunPipeline({
    object,
    claim: aClaim({ ...claim, settings: { batchSize: 10, ...settings } }),
    lease,
    source,
    target,
    ledger: orchestrator,
    waits,
    reportBatch: (execution) => {
      reported.push(execution);
      const outcomes = [...execution.outcomes].map(([sourceId, outcome]) => ({ sourceId, ...outcome }));
      orchestrator.counted(execution.plan.batch, outcomes);
      return Promise.resolve();
    },
  });
  return { pipeline, target, orchestrator, lease, waits, reported };
}

/** All outcomes reported, one by one. */
export const outcomesOf = (reported: readonly Execution[]) =>
  reported.flatMap(({ outcomes }) => [...outcomes].map(([sourceId, { kind }]) => ({ sourceId, kind })));
