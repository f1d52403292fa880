import type { ReadingCursor } from '@ridgeline/acculynx';
import { describe, expect, test } from '@jest/globals';
import type { BatchPlan } from '@ridgeline/contracts/internal';
import { aRun } from './testing/a-run.ts';
import { outcomesOf } from './testing/start-run.ts';

const cursorBehind = (position: number): ReadingCursor => ({
  pass: 1,
  last: { position, id: `c-${String(position)}` },
  found: position + 1,
  startIndex: 'page',
  count: 60,
  tail: null,
  head: null,
  shifted: false,
  shiftedBefore: false,
});

describe('A run takes all records over', () => {
  test('When there are 237, then each is written once and reported once, and batches are planned from 1 in order', async () => {
    const { pipeline, target, orchestrator, reported } = aRun({ total: 237 });
    await pipeline.run();
    expect(target.records).toHaveLength(237);
    expect(orchestrator.stored.map(({ batch }) => batch)).toEqual(
      Array.from({ length: 24 }, (_, i) => i + 1),
    );
    const outcomes = outcomesOf(reported);
    expect(new Set(outcomes.map(({ sourceId }) => sourceId)).size).toBe(237);
    expect(outcomes).toHaveLength(237);
    expect(outcomes.every(({ outcome }) => outcome === 'created')).toBe(true);
    expect(pipeline.plannedRecords).toBe(237);
    expect(orchestrator.stored.at(-1)?.cursor).toMatchObject({
      pass: 1,
      last: { position: 236, id: 'c-236' },
    });
  });

  test('When it runs again, then everything is unchanged and nothing is written', async () => {
    const first = aRun({ total: 60 });
    await first.pipeline.run();
    const second = aRun({ total: 60 });
    for (const { id, properties } of first.target.records) {
      second.target.add(Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, v ?? ''])));
      expect(id).not.toBe('');
    }
    for (const record of second.target.records)
      second.orchestrator.links.set(record.properties['parcel_id'] ?? '', record.id);
    await second.pipeline.run();
    expect(second.target.writes).toEqual([]);
    expect(second.target.calls).toHaveLength(1);
    expect(outcomesOf(second.reported).every(({ outcome }) => outcome === 'unchanged')).toBe(true);
  });

  test('When a plan is slow to store, then later ones wait with theirs, though they are looked up already', async () => {
    const { pipeline, target, orchestrator } = aRun({ total: 120 });
    const released = Promise.withResolvers<undefined>();
    const othersRead = Promise.withResolvers<undefined>();
    orchestrator.beforeStore = async ({ batch }) => {
      if (batch === 1) await released.promise;
    };
    target.before = ({ kind, ids }) => {
      if (kind === 'read' && ids.includes('c-100')) othersRead.resolve(undefined);
      return Promise.resolve();
    };
    const running = pipeline.run();
    await othersRead.promise;
    expect(orchestrator.stored).toEqual([]);
    expect(target.writes).toEqual([]);
    released.resolve(undefined);
    await running;
    expect(orchestrator.stored.map(({ batch }) => batch)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    );
  });

  test('When writes are slow, then no more batches are begun than there are places', async () => {
    const { pipeline, target } = aRun({
      total: 500,
      settings: { batchSize: 50, concurrency: 2 },
    });
    const released = Promise.withResolvers<undefined>();
    const bothWrite = Promise.withResolvers<undefined>();
    let writing = 0;
    let maxWriting = 0;
    target.before = async ({ kind }) => {
      if (kind !== 'upsert') return;
      writing += 1;
      maxWriting = Math.max(maxWriting, writing);
      if (writing === 2) bothWrite.resolve(undefined);
      await released.promise;
      writing -= 1;
    };
    const running = pipeline.run();
    await bothWrite.promise;
    released.resolve(undefined);
    await running;
    expect(maxWriting).toBe(2);
    expect(target.records).toHaveLength(500);
  });

  test('When the source shifted and a record was planned before, then it is left out and counted once', async () => {
    const run = aRun({ total: 20, claim: { nextBatch: 2, plannedRecords: 10 } });
    await run.orchestrator.storePlan(run.lease, {
      batch: 1,
      revision: 1,
      kind: 'parcel',
      pass: 'records',
      cursor: cursorBehind(9),
      records: Array.from({ length: 10 }, (_, i) => ({
        sourceId: `c-${String(i)}`,
        action: 'unchanged' as const,
        hubspotId: String(i),
        name: 'A record',
        warnings: [],
      })),
    });
    await run.pipeline.run();
    expect(run.orchestrator.stored.map(({ batch, records }) => [batch, records.length])).toEqual([
      [1, 10],
      [2, 10],
    ]);
    expect(run.pipeline.plannedRecords).toBe(20);
    expect(run.target.records).toHaveLength(10);
  });
});

describe('A run resumes', () => {
  test('When a plan was left unfinished, then it is executed unchanged before reading continues at the cursor', async () => {
    const unfinished: BatchPlan = {
      batch: 2,
      revision: 1,
      kind: 'parcel',
      pass: 'records',
      cursor: cursorBehind(19),
      records: [
        {
          sourceId: 'c-10',
          action: 'create',
          name: 'Record c-10',
          warnings: [],
          properties: { parcel_id: 'c-10', label: 'Planned' },
        },
      ],
    };
    const { pipeline, target, orchestrator, reported } = aRun({
      total: 60,
      settings: { concurrency: 1 },
      claim: { cursor: cursorBehind(19), nextBatch: 3, plannedRecords: 20, unfinished: [unfinished] },
    });
    await pipeline.run();
    expect(target.calls[0]).toEqual({ kind: 'upsert', ids: ['c-10'] });
    expect(target.record('c-10')?.properties['label']).toBe('Planned');
    expect(orchestrator.stored.map(({ batch }) => batch)).toEqual([3, 4, 5, 6]);
    expect(target.records).toHaveLength(1 + 40);
    expect(reported[0]?.plan).toBe(unfinished);
    expect(pipeline.plannedRecords).toBe(60);
  });
});
