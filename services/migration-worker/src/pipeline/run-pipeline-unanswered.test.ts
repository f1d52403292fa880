import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { RunFailed, RunStopped } from '../base/run-errors.ts';
import type { FakeHubspotTarget } from '../hubspot-io/testing/fake-hubspot-target.ts';
import type { Outcome } from '../plans/execution.ts';
import { aRun } from './testing/a-run.ts';
import { outcomesOf } from './testing/start-run.ts';

const oneBatch = { total: 10, settings: { concurrency: 1 } };

/** What the next write does once it is out. */
function onWrite(target: FakeHubspotTarget, effect: () => Promise<void>): void {
  target.before = ({ kind }) => (kind === 'upsert' || kind === 'update' ? effect() : Promise.resolve());
}

describe('A run ends for good with a write in flight', () => {
  test('When it is cancelled while the write is out, then the write goes on to its end and is reported', async () => {
    const { pipeline, target, lease, reported } = aRun({ ...oneBatch, total: 20 });
    onWrite(target, () => {
      lease.stop('cancelled');
      return new Promise((resolve) => setImmediate(resolve));
    });
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(outcomesOf(reported)).toEqual(
      Array.from({ length: 10 }, (_, i) => ({ sourceId: `c-${String(i)}`, kind: 'created' })),
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
    const outcomes = reported[0]?.outcomes ?? new Map<string, Outcome>();
    for (const [sourceId, outcome] of outcomes)
      expect(outcome).toMatchObject({ kind: 'created', hubspotId: target.record(sourceId)?.id });
    expect(outcomes.size).toBe(10);
  });

  test('When the write did not happen, then it has no outcome', async () => {
    const { pipeline, target, reported } = aRun(oneBatch);
    onWrite(target, () => Promise.reject(new RunFailed('HubSpot is gone')));
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'HubSpot is gone' });
    expect(reported).toEqual([]);
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
            cursor: null,
            records: ['9001', '9002'].map((hubspotId) => ({
              sourceId: `of-${hubspotId}`,
              action: 'update',
              hubspotId,
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
    onWrite(target, () => Promise.reject(new TypeError('nobody foresaw this')));
    await expect(pipeline.run()).rejects.toThrow('nobody foresaw this');
    expect(outcomesOf(reported)).toEqual([{ sourceId: 'of-9001', kind: 'updated' }]);
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

describe('HubSpot stays silent while a run ends for good', () => {
  const patience = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  afterAll(() => {
    timeout.mockRestore();
  });

  test('When it does not tell what became of the write, then the outcome says that nobody knows', async () => {
    const { pipeline, target, reported } = aRun(oneBatch);
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
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'HubSpot is gone' });
    const outcomes = reported[0]?.outcomes ?? new Map<string, Outcome>();
    expect(outcomes.size).toBe(10);
    expect(outcomes.get('c-3')).toEqual({
      kind: 'failed',
      hubspotId: null,
      reason: 'not_confirmed',
      message: 'Name 3: the run ended before HubSpot confirmed the write; look the box up in HubSpot',
    });
    expect(timeout).toHaveBeenCalledWith(30_000);
  });

  test('When the write never went out, then it has no outcome either', async () => {
    const { pipeline, target, lease, reported } = aRun(oneBatch);
    target.waitBefore = ({ kind }) => {
      if (kind === 'upsert') lease.stop('cancelled');
      return lease.stopping.aborted ? Promise.reject(new RunStopped('cancelled')) : Promise.resolve();
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(target.writes).toEqual([]);
    expect(reported).toEqual([]);
  });
});
