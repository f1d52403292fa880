import { afterAll, describe, expect, jest, test } from '@jest/globals';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { RunFailed, RunStopped } from '../base/run-errors.ts';
import type { FakeHubspotTarget } from '../hubspot-io/testing/fake-hubspot-target.ts';
import type { OutcomeFacts } from '@ridgeline/contracts';
import { aRun } from './testing/a-run.ts';
import { outcomesOf } from './testing/start-run.ts';

const oneBatch = { total: 10, settings: { concurrency: 1 } };

/** What happens to the next write after it was sent. */
function onWrite(target: FakeHubspotTarget, effect: () => Promise<void>): void {
  target.before = ({ kind }) => (kind === 'upsert' || kind === 'update' ? effect() : Promise.resolve());
}

describe('A run ends permanently with a write in flight', () => {
  test('When it is cancelled while the write is out, then the write continues to its end and is reported', async () => {
    const { pipeline, target, lease, reported } = aRun({ ...oneBatch, total: 20 });
    onWrite(target, () => {
      lease.stop('cancelled');
      return new Promise((resolve) => setImmediate(resolve));
    });
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(outcomesOf(reported)).toEqual(
      Array.from({ length: 10 }, (_, i) => ({ sourceId: `c-${String(i)}`, outcome: 'created' })),
    );
    expect(target.calls.filter(({ kind }) => kind === 'read')).toHaveLength(2);
  });

  test('When no answer comes within the grace, then what was written is read back by source id and reported', async () => {
    const { pipeline, target, lease, reported } = aRun({ ...oneBatch, graceMs: 5 });
    onWrite(target, () => {
      lease.stop('cancelled');
      return new Promise((resolve) => lease.writing.addEventListener('abort', () => resolve()));
    });
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(target.records).toHaveLength(10);
    const outcomes = reported[0]?.outcomes ?? new Map<string, OutcomeFacts>();
    for (const [sourceId, outcome] of outcomes)
      expect(outcome).toMatchObject({ outcome: 'created', hubspotId: target.record(sourceId)?.id });
    expect(outcomes.size).toBe(10);
  });

  test('When the write did not happen, then it has no outcome', async () => {
    const { pipeline, target, reported } = aRun(oneBatch);
    onWrite(target, () => Promise.reject(new RunFailed('HubSpot is gone')));
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'HubSpot is gone' });
    expect(reported.map(({ outcomes }) => outcomes.size)).toEqual([0]);
  });

  test('When an update is not answered, then it counts as done where HubSpot has its values, and only there', async () => {
    const done = { label: 'New' };
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
            records: ['9001', '9002'].map((hubspotId) => ({
              sourceId: `of-${hubspotId}`,
              action: 'update',
              hubspotId,
              name: 'A record',
              warnings: [],
              before: { label: 'Old' },
              after: done,
            })),
          },
        ],
      },
    });
    target.add(done);
    target.add({ label: 'Old' });
    onWrite(target, () => Promise.reject(new TypeError('an unexpected error')));
    await expect(pipeline.run()).rejects.toThrow('an unexpected error');
    expect(outcomesOf(reported)).toEqual([{ sourceId: 'of-9001', outcome: 'updated' }]);
  });

  test('When the run is only handed back, then nothing is read back: its plan is executed again', async () => {
    const { pipeline, target, lease, reported } = aRun({ ...oneBatch, graceMs: 5 });
    onWrite(target, () => {
      lease.stop('shutdown');
      return new Promise((_, reject) =>
        lease.writing.addEventListener('abort', () => reject(lease.writing.reason as RunStopped)),
      );
    });
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'shutdown' });
    expect(target.calls.at(-1)?.kind).toBe('upsert');
    expect(reported).toEqual([]);
  });
});

describe('HubSpot stays silent while a run ends permanently', () => {
  const patience = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  afterAll(() => {
    timeout.mockRestore();
  });

  /** A run whose write fails after it was sent, and whose reading back is not answered. */
  const silenced = (setup: { readonly continues?: boolean } = {}) => {
    const { pipeline, target, reported } = aRun({ ...oneBatch, ...setup });
    timeout.mockReturnValueOnce(patience.signal);
    let written = false;
    target.waitBefore = ({ kind }) => {
      if (kind !== 'read' || !written) return Promise.resolve();
      patience.abort();
      return new Promise((_, reject) => setImmediate(() => reject(new RunStopped('failed'))));
    };
    onWrite(target, () => {
      written = true;
      return Promise.reject(new RunFailed('HubSpot is gone'));
    });
    return { pipeline, reported };
  };

  test('When it does not report the result of the write, then the outcome says that it is unknown', async () => {
    const { pipeline, reported } = silenced();
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'HubSpot is gone' });
    const outcomes = reported[0]?.outcomes ?? new Map<string, OutcomeFacts>();
    expect(outcomes.size).toBe(10);
    expect(outcomes.get('c-3')).toEqual({
      outcome: 'failed',
      hubspotId: null,
      name: 'Name 3',
      reason: 'not_confirmed',
      message: 'the run ended before HubSpot confirmed the write; look the box up in HubSpot',
      detail: null,
      field: null,
    });
    expect(timeout).toHaveBeenCalledWith(30_000);
  });

  test('When the run continues later, then what it does not tell has no outcome, so that it is planned again', async () => {
    const { pipeline, reported } = silenced({ continues: true });
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'HubSpot is gone' });
    expect(reported.map(({ outcomes }) => outcomes.size)).toEqual([0]);
  });

  test('When the write never went out, then it has no outcome either', async () => {
    const { pipeline, target, lease, reported } = aRun(oneBatch);
    target.waitBefore = ({ kind }) => {
      if (kind === 'upsert') lease.stop('cancelled');
      return lease.stopping.aborted ? Promise.reject(new RunStopped('cancelled')) : Promise.resolve();
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(target.writes).toEqual([]);
    expect(reported.map(({ outcomes }) => outcomes.size)).toEqual([0]);
  });
});

describe('A run ends permanently with plans that an earlier worker may have written', () => {
  const create = (sourceId: string): PlannedRecord => ({
    sourceId,
    action: 'create',
    name: 'A record',
    warnings: [],
    properties: { parcel_id: sourceId, label: sourceId },
  });
  /** Three plans of an earlier worker, executed one by one; it has written parts of the last two. */
  const resumed = () => {
    const run = aRun({
      total: 0,
      settings: { concurrency: 1 },
      claim: {
        nextBatch: 4,
        plannedRecords: 6,
        unfinished: [1, 2, 3].map((batch) => ({
          batch,
          revision: 1,
          kind: 'parcel',
          pass: 'records',
          cursor: null,
          records: [create(`${String(batch)}-a`), create(`${String(batch)}-b`)],
        })),
      },
    });
    for (const sourceId of ['2-a', '3-b']) run.target.add({ parcel_id: sourceId });
    return run;
  };
  const created = (sourceId: string) => ({ sourceId, outcome: 'created' });

  test('When it is cancelled before they are begun, then they are read back with one call and nothing more is written', async () => {
    const { pipeline, target, lease, reported } = resumed();
    onWrite(target, () => {
      lease.stop('cancelled');
      return Promise.resolve();
    });
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(outcomesOf(reported)).toEqual(['1-a', '1-b', '2-a', '3-b'].map(created));
    expect(reported.map(({ plan }) => plan.batch)).toEqual([1, 2, 3]);
    expect(target.writes).toHaveLength(1);
    expect(target.calls.filter(({ kind }) => kind === 'read')).toEqual([
      { kind: 'read', ids: ['2-a', '2-b', '3-a', '3-b'] },
    ]);
  });

  test('When it fails before one of them is sent again, then that one is read back too', async () => {
    const { pipeline, target, reported } = resumed();
    target.waitBefore = ({ kind, ids }) =>
      kind === 'upsert' && ids.includes('2-a')
        ? Promise.reject(new RunFailed('HubSpot is gone'))
        : Promise.resolve();
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'HubSpot is gone' });
    expect(outcomesOf(reported)).toEqual(['1-a', '1-b', '2-a', '3-b'].map(created));
  });

  test('When it is only handed back, then they stay as they are for the next worker', async () => {
    const { pipeline, target, lease, reported } = resumed();
    onWrite(target, () => {
      lease.stop('shutdown');
      return Promise.resolve();
    });
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'shutdown' });
    expect(reported.map(({ plan }) => plan.batch)).toEqual([1]);
  });
});
