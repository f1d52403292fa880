import { describe, expect, test } from '@jest/globals';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import fc from '@ridgeline/testkit/property';
import type { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import { executeRecords } from '../testing/execute-records.ts';
import { parcelMigration, parcelPortal } from '../testing/parcel-migration.ts';

const create = (sourceId: string, properties: Record<string, string> = {}): PlannedRecord => ({
  sourceId,
  action: 'create',
  name: 'A record',
  warnings: [],
  properties: { parcel_id: sourceId, label: `Name ${sourceId}`, ...properties },
});

const creates = (count: number): PlannedRecord[] =>
  Array.from({ length: count }, (_, index) => create(`c-${String(index)}`));

const execute = (target: FakeHubspotTarget, records: PlannedRecord[]) =>
  executeRecords(parcelMigration, target, records);

describe('A plan is executed', () => {
  test('When there is nothing to write, then nothing is sent', async () => {
    const target = parcelPortal();
    const { outcomes } = await execute(target, [
      { sourceId: 'a', action: 'unchanged', hubspotId: '1', name: 'Record a', warnings: [] },
      {
        sourceId: 'b',
        action: 'skip',
        reason: 'no_email',
        message: 'none',
        name: 'Record b',
        warnings: [],
      },
    ]);
    expect(target.calls).toEqual([]);
    const plain = { reason: null, message: null, detail: null, field: null };
    expect([...outcomes]).toEqual([
      ['a', { ...plain, outcome: 'unchanged', hubspotId: '1', name: 'Record a' }],
      [
        'b',
        {
          ...plain,
          outcome: 'skipped',
          hubspotId: null,
          name: 'Record b',
          reason: 'no_email',
          message: 'none',
        },
      ],
    ]);
  });

  test('When it is executed twice, then the portal and the outcomes are the same', async () => {
    const target = parcelPortal();
    const id = target.add({ parcel_id: 'u', label: 'Old' });
    const records: PlannedRecord[] = [
      create('c-1'),
      {
        sourceId: 'u',
        action: 'update',
        hubspotId: id,
        name: 'Record u',
        warnings: [],
        before: { label: 'Old' },
        after: { label: 'New' },
      },
    ];
    const first = await execute(target, records);
    const portal = target.records;
    const second = await execute(target, records);
    expect(first.kinds).toEqual({ 'c-1': 'created', u: 'updated' });
    expect(second.outcomes).toEqual(first.outcomes);
    expect(target.records).toEqual(portal);
  });

  test('When results come in another order, then each record gets its own id', async () => {
    const target = parcelPortal();
    const { outcomes } = await execute(target, creates(5));
    for (const [sourceId, { hubspotId }] of outcomes) expect(target.record(sourceId)?.id).toBe(hubspotId);
  });

  test('When HubSpot leaves a written record out of its answer, then it is read back', async () => {
    const target = parcelPortal();
    target.unanswered.add('c-1');
    const { outcomes } = await execute(target, creates(3));
    expect(outcomes.get('c-1')).toMatchObject({ outcome: 'created', hubspotId: target.record('c-1')?.id });
  });

  test('When records are archived, then those that are there are removed; to do it again is the same, also for one that is gone', async () => {
    const target = parcelPortal();
    const archive = (hubspotId: string, goneWith?: string): PlannedRecord => ({
      ...{ sourceId: `of-${hubspotId}`, action: 'archive', hubspotId, name: 'A record', warnings: [] },
      ...(goneWith === undefined ? {} : { goneWith }),
    });
    const [one, kept] = [target.add({ label: 'One' }), target.add({ label: 'Kept' })];
    const records = [archive(one), archive('404'), archive('1/2', '1')];
    const first = await execute(target, records);
    expect(target.calls).toEqual([{ kind: 'archive', ids: [one, '404'] }]);
    expect(first.kinds).toEqual({ [`of-${one}`]: 'removed', 'of-404': 'removed', 'of-1/2': 'removed' });
    expect((await execute(target, records)).outcomes).toEqual(first.outcomes);
    expect(target.records.map(({ id }) => id)).toEqual([kept]);
  });

  test('When a record to update was deleted since it was planned, then it is reported as failed', async () => {
    const { outcomes } = await execute(parcelPortal(), [
      {
        sourceId: 'u',
        action: 'update',
        hubspotId: '404',
        name: 'Record u',
        warnings: [],
        before: {},
        after: { label: 'N' },
      },
    ]);
    expect(outcomes.get('u')).toMatchObject({ outcome: 'failed', reason: 'hubspot_record_gone' });
  });
});

describe('When HubSpot refuses some records of a batch, then the others are written', () => {
  const option = { category: 'VALIDATION_ERROR', code: 'INVALID_OPTION', property: 'salutation' } as const;
  const anyCulprits = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 6 });

  for (const status of [207, 400] as const)
    test(`each culprit is reported once, refused by ${String(status)}, and the calls are bounded`, async () => {
      await fc.assert(
        fc.asyncProperty(anyCulprits, async (culprits) => {
          const bad = new Set(culprits.map((index) => `c-${String(index)}`));
          const target = parcelPortal();
          target.refuse = (sent) => (bad.has(sent['parcel_id'] ?? '') ? { status, ...option } : null);
          const { outcomes } = await execute(target, creates(100));
          const failed = [...outcomes].filter(([, { outcome }]) => outcome === 'failed');
          expect(new Set(failed.map(([id]) => id))).toEqual(bad);
          for (const [, outcome] of failed)
            expect(outcome).toMatchObject({
              reason: 'invalid_option',
              message: expect.stringContaining('salutation'),
            });
          expect(outcomes.size).toBe(100);
          expect(target.records).toHaveLength(100 - bad.size);
          expect(target.writes.length).toBeLessThanOrEqual(1 + 14 * (status === 400 ? bad.size : 0));
        }),
        { numRuns: 30 },
      );
    });
});
