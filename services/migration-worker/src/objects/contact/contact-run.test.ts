import { describe, expect, test } from '@jest/globals';
import { BatchCounted } from '../../orchestrator/record-ledger.ts';
import { outcomesOf } from '../../pipeline/testing/start-run.ts';
import { aContactRun } from './testing/a-contact-run.ts';

const pairs = (contacts: readonly { properties: Readonly<Record<string, string | null>> }[]) =>
  contacts.map(({ properties }) => [properties['acculynx_contact_id'], properties['email']]);

describe('No two records of a run get the same email or HubSpot record', () => {
  test('When another batch has the email by the time the plan is stored, then the record goes without it and says why', async () => {
    const { pipeline, target, orchestrator, reported } = aContactRun({ total: 1 });
    await orchestrator.storePlan(
      { runId: 7, epoch: 1 },
      {
        batch: 99,
        revision: 1,
        kind: 'contact',
        pass: 'records',
        cursor: null,
        records: [
          {
            sourceId: 'z',
            action: 'unchanged',
            hubspotId: '1',
            name: 'Record z',
            warnings: [],
            key: 'c0@example.com',
          },
        ],
      },
    );
    // The look-up happened before the other batch was written.
    orchestrator.resolveIdentities = (_run, _kind, records) =>
      Promise.resolve(
        records.map(({ sourceId }) => ({ sourceId, hubspotId: null, keyTakenBy: null, seenInBatch: null })),
      );
    orchestrator.openValues = () => Promise.resolve({ settled: true, values: [], next: null });
    await pipeline.run();
    const [plan] = orchestrator.stored.slice(1);
    expect(orchestrator.stored).toHaveLength(2);
    expect(plan).toMatchObject({
      batch: 1,
      revision: 1,
      kind: 'contact',
      pass: 'records',
      records: [
        {
          action: 'create',
          warnings: [{ code: 'email_shared' }, { code: 'other_emails' }],
          deferred: { value: 'c0@example.com' },
        },
      ],
    });
    expect(plan?.records[0]).not.toHaveProperty('key');
    expect(pairs(target.records)).toEqual([['c-0', undefined]]);
    expect(outcomesOf(reported)).toEqual([{ sourceId: 'c-0', outcome: 'created' }]);
  });

  test.each([
    ['the same batch', 10],
    ['two batches', 1],
  ])(
    'When two contacts of %s are linked to one HubSpot record, then the second becomes a contact of its own and says why',
    async (_, batchSize) => {
      const { pipeline, target, orchestrator } = aContactRun({ total: 2, settings: { batchSize } });
      const merged = target.add({ firstname: 'Merged' });
      for (const id of ['c-0', 'c-1']) orchestrator.links.set(id, merged);
      await pipeline.run();
      const planned = orchestrator.stored.flatMap(({ records }) => records);
      expect(planned).toMatchObject([
        { sourceId: 'c-0', action: 'update', hubspotId: merged, warnings: [] },
        { sourceId: 'c-1', action: 'create', warnings: [{ code: 'record_shared' }] },
      ]);
      expect(pairs(target.records)).toEqual([
        ['c-0', 'c0@example.com'],
        ['c-1', 'c1@example.com'],
      ]);
    },
  );
});

describe('An earlier worker reports late', () => {
  test('When the batch is counted before its amendment is recorded, then it ends without a report, and the run continues', async () => {
    const { pipeline, target, orchestrator, reported } = aContactRun({
      total: 20,
      settings: { concurrency: 1 },
    });
    target.refuse = ({ acculynx_contact_id: id, email }) =>
      id === 'c-3' && email !== undefined
        ? { status: 207, category: 'VALIDATION_ERROR', code: 'INVALID_EMAIL', property: 'email' }
        : null;
    orchestrator.beforeStore = ({ revision }) =>
      revision > 1 ? Promise.reject(new BatchCounted()) : Promise.resolve();
    orchestrator.openValues = () => Promise.resolve({ settled: true, values: [], next: null });
    await pipeline.run();
    expect(reported.map(({ plan }) => plan.batch)).toEqual([2]);
  });
});
