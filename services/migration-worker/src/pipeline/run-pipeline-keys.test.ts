import { describe, expect, test } from '@jest/globals';
import { aRun } from './testing/a-run.ts';
import { outcomesOf } from './testing/start-run.ts';

const pairs = (records: readonly { properties: Readonly<Record<string, string | null>> }[]) =>
  records.map(({ properties }) => [properties['parcel_id'], properties['code']]);

describe('No two records of a run get the same unique value or HubSpot record', () => {
  test('When another batch has the value by the time the plan is stored, then the batch is planned again without it', async () => {
    const { pipeline, target, orchestrator, reported } = aRun({ total: 1 });
    await orchestrator.storePlan(
      { runId: 7, epoch: 1 },
      {
        batch: 99,
        revision: 1,
        kind: 'parcel',
        pass: 'records',
        cursor: null,
        records: [
          {
            sourceId: 'z',
            action: 'unchanged',
            hubspotId: '1',
            name: 'Record z',
            warnings: [],
            key: 'code-0',
          },
        ],
      },
    );
    // The look-up happened before the other batch was written.
    orchestrator.resolveIdentities = (_run, _kind, records) =>
      Promise.resolve(
        records.map(({ sourceId }) => ({ sourceId, hubspotId: null, keyTakenBy: null, seenInBatch: null })),
      );
    await pipeline.run();
    const [plan] = orchestrator.stored.slice(1);
    expect(plan).toMatchObject({ batch: 1, revision: 1, records: [{ action: 'create' }] });
    expect(plan?.records[0]).not.toHaveProperty('key');
    expect(pairs(target.records)).toEqual([['c-0', undefined]]);
    expect(outcomesOf(reported)).toEqual([{ sourceId: 'c-0', outcome: 'created' }]);
  });

  test('When a record has its unique value to itself, then its plan claims the value', async () => {
    const { pipeline, orchestrator } = aRun({ total: 1 });
    await pipeline.run();
    expect(orchestrator.stored[0]?.records[0]).toHaveProperty('key', 'code-0');
  });

  test('When the keys are said to be taken again and again, then the run fails and does not ask for ever', async () => {
    const { pipeline, orchestrator } = aRun({ total: 1 });
    orchestrator.storePlan = (_run, { records }) =>
      Promise.resolve({
        taken: records.map(({ sourceId }) => ({ kind: 'key', key: 'code-x', sourceId, takenBy: 'z' })),
        outdated: [],
        inUse: false,
      });
    await expect(pipeline.run()).rejects.toMatchObject({ name: 'RunFailed' });
  });
});
