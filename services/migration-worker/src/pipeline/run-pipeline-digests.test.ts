import { UnreadableRecord } from '@ridgeline/acculynx';
import type { PlannedRecord, PlannedWrite } from '@ridgeline/contracts/internal';
import { describe, expect, test } from '@jest/globals';
import type { SyncRules } from '../object-migration/sync-rules.ts';
import { beginExecution } from '../plans/execution.ts';
import { recordSource } from '../vendors/record-source.ts';
import { recordRevisions } from './execution/plan-revisions.ts';
import { aParcel } from './testing/a-run.ts';
import { planOf } from './testing/execute-records.ts';
import { parcelMigration, parcelPortal, type Parcel } from './testing/parcel-migration.ts';
import { listSpec, pageOf, startRun } from './testing/start-run.ts';

const sync: Pick<SyncRules<Parcel>, 'stateOf'> = {
  stateOf: (source) =>
    source instanceof UnreadableRecord
      ? null
      : { digest: `1:${source.label}`, changedAt: null, createdAt: null },
};

/** A run of parcels, which auto-sync compares by their labels. */
function aComparedRun(records: readonly (Parcel | UnreadableRecord)[]) {
  const source = recordSource<Parcel>((index) => Promise.resolve(pageOf(records, index)), listSpec);
  const object = { ...parcelMigration, sync: sync as SyncRules<Parcel, null> };
  return startRun({ object, options: null, source, target: parcelPortal() }, {});
}

const digestsOf = (records: readonly PlannedRecord[] = []) =>
  records.map(({ sourceId, action, digest }) => [sourceId, action, digest]);

describe('A plan carries the digest of the state that it was made of', () => {
  test('When records are planned, then each carries that of its source; one that could not be read carries none', async () => {
    const unreadable = new UnreadableRecord({ id: 'c-9', name: null, field: 'id' });
    const { pipeline, orchestrator } = aComparedRun([aParcel(0), unreadable, aParcel(1)]);
    await pipeline.run();
    expect(digestsOf(orchestrator.stored[0]?.records)).toEqual([
      ['c-9', 'fail', undefined],
      ['c-0', 'create', '1:Name 0'],
      ['c-1', 'create', '1:Name 1'],
    ]);
  });

  test('When a newer plan is stored for a record, then it is counted as unchanged without a digest: it was read before that', async () => {
    const { pipeline, orchestrator } = aComparedRun([aParcel(0), aParcel(1)]);
    orchestrator.conflicts = [{ outdated: [{ sourceId: 'c-0', hubspotId: '77' }] }];
    await pipeline.run();
    expect(digestsOf(orchestrator.stored[0]?.records)).toEqual([
      ['c-0', 'unchanged', undefined],
      ['c-1', 'create', '1:Name 1'],
    ]);
  });

  test('When a record is planned again because HubSpot rejected it, then the revised plan carries the same digest', async () => {
    const about = { name: 'A record', warnings: [], properties: {} } as const;
    const refused: PlannedWrite = { ...about, sourceId: 'a', action: 'create', digest: '1:a' };
    const other: PlannedRecord = { ...about, sourceId: 'b', action: 'create' };
    const planned: PlannedRecord = {
      ...about,
      sourceId: 'a',
      action: 'skip',
      reason: 'no_email',
      message: '',
    };
    const execution = beginExecution(planOf([refused, other]));
    await recordRevisions(execution, [{ refused, planned }], {
      storePlan: () => Promise.resolve({ taken: [], outdated: [], inUse: false }),
      replan: { afterRefusal: () => Promise.resolve(null), withoutKey: (record) => record },
    });
    expect(digestsOf(execution.plan.records)).toEqual([
      ['a', 'skip', '1:a'],
      ['b', 'create', undefined],
    ]);
  });
});
