import { describe, expect, test } from '@jest/globals';
import { RunFailed, RunStopped } from '../base/run-errors.ts';
import { aRun } from './testing/a-run.ts';
import { outcomesOf } from './testing/start-run.ts';

/** The pages of 400 records that make the first group of 100, and the last one, which tells where the list ends. */
const isRead = (index: number): boolean => index < 2 || index === 7;

describe('A run stops', () => {
  test('When it is cancelled in the middle, then the batch in flight ends and is reported, and no other begins', async () => {
    const { pipeline, target, lease, reported, orchestrator } = aRun({
      total: 200,
      settings: { concurrency: 1 },
    });
    target.before = ({ kind }) => {
      if (kind === 'upsert' && target.writes.length === 3) lease.stop('cancelled');
      return Promise.resolve();
    };
    await expect(pipeline.run()).rejects.toMatchObject({ name: 'RunStopped', reason: 'cancelled' });
    expect(target.records).toHaveLength(30);
    expect(outcomesOf(reported)).toHaveLength(30);
    expect(orchestrator.stored).toHaveLength(3);
  });

  test('When the orchestrator says at the plan that it is cancelled, then that plan is not written', async () => {
    const { pipeline, target, lease, orchestrator } = aRun({ total: 100, settings: { concurrency: 3 } });
    orchestrator.beforeStore = ({ batch }) => {
      if (batch === 3) orchestrator.stopped = 'cancelled';
      return Promise.resolve();
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(lease.stopReason).toBe('cancelled');
    const planned = orchestrator.stored.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));
    expect(target.records.every((row) => planned.includes(row.properties['parcel_id'] ?? ''))).toBe(true);
    expect(orchestrator.stored).toHaveLength(2);
  });

  test('When the lease is lost before the first plan, then nothing is written and nothing reported', async () => {
    const { pipeline, target, orchestrator, reported } = aRun({ total: 100 });
    orchestrator.stopped = 'lost';
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'lost' });
    expect(target.writes).toEqual([]);
    expect(reported).toEqual([]);
  });

  test('When the lease is lost while batches are written, then none of them is reported', async () => {
    const { pipeline, target, lease, reported } = aRun({ total: 100, settings: { concurrency: 2 } });
    target.before = ({ kind }) => {
      if (kind === 'upsert') lease.stop('lost');
      return Promise.resolve();
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'lost' });
    expect(target.writes.length).toBeLessThanOrEqual(2);
    expect(target.calls.filter(({ kind }) => kind === 'read')).toHaveLength(1 + 1);
    expect(reported).toEqual([]);
  });

  test('When HubSpot refuses the token in the middle, then what is settled is reported and the failure is thrown', async () => {
    const { pipeline, target, reported, lease } = aRun({ total: 100, settings: { concurrency: 1 } });
    target.before = ({ kind }) =>
      kind === 'upsert' && target.writes.length === 3
        ? Promise.reject(new RunFailed('refused', { refusedBy: 'HubSpot' }))
        : Promise.resolve();
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'refused', refusedBy: 'HubSpot' });
    expect(lease.stopReason).toBe('failed');
    expect(outcomesOf(reported)).toHaveLength(20);
  });

  test('When the run fails in the middle of a batch, then its settled outcomes are still reported', async () => {
    const { pipeline, target, reported } = aRun({
      total: 0,
      claim: {
        nextBatch: 2,
        unfinished: [
          {
            batch: 1,
            revision: 1,
            kind: 'parcel',
            pass: 'records',
            cursor: null,
            records: [
              { sourceId: 'a', action: 'unchanged', hubspotId: '5', name: 'Record a', warnings: [] },
              { sourceId: 'b', action: 'create', properties: { label: 'B' }, name: 'Record b', warnings: [] },
            ],
          },
        ],
      },
    });
    target.before = ({ kind }) =>
      kind === 'upsert' ? Promise.reject(new RunFailed('refused')) : Promise.resolve();
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'refused' });
    expect(outcomesOf(reported)).toEqual([{ sourceId: 'a', outcome: 'unchanged' }]);
  });

  test('When it is cancelled while its plan is stored, then the plan is not begun', async () => {
    const { pipeline, target, lease, orchestrator } = aRun({ total: 10 });
    orchestrator.beforeStore = () => {
      lease.stop('cancelled');
      return Promise.resolve();
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(orchestrator.stored).toHaveLength(1);
    expect(target.writes).toEqual([]);
  });

  test('When HubSpot refuses the token while the next page is still awaited, then that failure is thrown', async () => {
    const { pipeline, target, lease } = aRun({
      total: 400,
      settings: { batchSize: 100 },
      page: (index) => {
        if (isRead(index)) return null;
        const { promise, reject } = Promise.withResolvers<never>();
        lease.stopping.addEventListener('abort', () => reject(new RunStopped('failed')));
        return promise;
      },
    });
    target.before = ({ kind }) =>
      kind === 'upsert'
        ? Promise.reject(new RunFailed('refused', { refusedBy: 'HubSpot' }))
        : Promise.resolve();
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'refused' });
  });

  test('When AccuLynx refuses a page while batches are in flight, then that failure is thrown', async () => {
    const { pipeline, target, lease } = aRun({
      total: 400,
      settings: { batchSize: 100 },
      page: (index) => (isRead(index) ? null : Promise.reject(new RunFailed('no page'))),
    });
    target.before = ({ kind }) => {
      if (kind !== 'upsert') return Promise.resolve();
      const { promise, reject } = Promise.withResolvers<never>();
      lease.stopping.addEventListener('abort', () => reject(new RunStopped('failed')));
      return promise;
    };
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'no page' });
  });

  test('When it is cancelled while HubSpot hangs, then it ends after the grace and not when HubSpot pleases', async () => {
    const { pipeline, target, lease } = aRun({ total: 20, graceMs: 20 });
    target.before = ({ kind }) => {
      if (kind !== 'upsert') return Promise.resolve();
      lease.stop('cancelled');
      const { promise, reject } = Promise.withResolvers<undefined>();
      lease.writing.addEventListener('abort', () => reject(lease.writing.reason));
      return promise;
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
  });
});
