import { eventually } from '@ridgeline/testkit/eventually';
import { describe, expect, test } from '@jest/globals';
import { RunFailed } from '../base/run-errors.ts';
import { leaseClock } from '../lease/lease.ts';
import { aRun } from './testing/a-run.ts';
import { outcomesOf } from './testing/start-run.ts';

const soon = (what: string) => ({ within: 5_000, what });

describe('A run keeps the pace of the counting', () => {
  test('When 64 batches wait to be counted, then no other begins; the run continues when fewer wait', async () => {
    const { pipeline, orchestrator, lease, waits, target } = aRun({ total: 30 });
    lease.renewed(leaseClock(), 'held', 64);
    const running = pipeline.run();
    await eventually(
      () => expect(waits.text()).toBe('Waiting until the results so far are counted'),
      soon('the wait to be reported'),
    );
    expect(orchestrator.stored).toEqual([]);
    lease.renewed(leaseClock(), 'held', 63);
    await running;
    expect(target.records).toHaveLength(30);
    expect(waits.text()).toBe('');
  });

  test('When an earlier worker left 64 plans and more, then they are executed: no other worker gets them counted', async () => {
    const { pipeline, lease, reported } = aRun({
      total: 0,
      claim: {
        nextBatch: 71,
        unfinished: Array.from({ length: 70 }, (_, index) => ({
          batch: index + 1,
          revision: 1,
          kind: 'parcel',
          pass: 'records',
          cursor: null,
          records: [
            {
              sourceId: `s-${String(index)}`,
              action: 'unchanged',
              hubspotId: '1',
              name: 'A record',
              warnings: [],
            },
          ],
        })),
      },
    });
    lease.renewed(leaseClock(), 'held', 70);
    await pipeline.run();
    expect(reported).toHaveLength(70);
  });
});

describe('A run looks up ahead', () => {
  test('When writing is slow, then three groups of a hundred are looked up behind the one that is written, and no more', async () => {
    const { pipeline, target } = aRun({ total: 1_000, settings: { batchSize: 100, concurrency: 1 } });
    const released = Promise.withResolvers<undefined>();
    target.before = ({ kind }) => (kind === 'upsert' ? released.promise : Promise.resolve());
    const running = pipeline.run();
    const lookedUp = () =>
      target.calls.flatMap(({ kind, ids }) => (kind === 'read' && ids[0]?.startsWith('code-') ? ids[0] : []));
    // The second batch of the first group waits for the place, while the groups after it are ready.
    await eventually(() => expect(lookedUp().length).toBeGreaterThanOrEqual(5), soon('the look-ups'));
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(lookedUp()).toEqual([0, 100, 200, 300, 400].map((index) => `code-${String(index)}`));
    released.resolve(undefined);
    await running;
    expect(target.records).toHaveLength(1_000);
  });

  test('When a portal holds none of our records, then one search shows that, and nothing is looked up by source id', async () => {
    const { pipeline, target } = aRun({ total: 100, claim: { newPortal: true } });
    await pipeline.run();
    expect(target.calls.map(({ kind, ids }) => [kind, ids.length])).toEqual([
      ['search', 0],
      ['read', 100],
      ...Array.from({ length: 10 }, () => ['upsert', 10]),
    ]);
  });

  test('When a portal that is new to us already holds source ids, then they are looked up', async () => {
    const { pipeline, target, reported } = aRun({ total: 10, claim: { newPortal: true } });
    target.add({ parcel_id: 'c-4', label: 'Name 4', code: 'other' });
    await pipeline.run();
    expect(outcomesOf(reported).filter(({ outcome }) => outcome === 'updated')).toEqual([
      { sourceId: 'c-4', outcome: 'updated' },
    ]);
  });

  test('When a look-up fails while AccuLynx hangs, then the run fails immediately, for that reason', async () => {
    const { pipeline, target, lease } = aRun({
      total: 400,
      page: (index) => {
        if (index < 2 || index === 7) return null;
        const { promise, reject } = Promise.withResolvers<never>();
        lease.stopping.addEventListener('abort', () => reject(lease.stopping.reason as Error));
        return promise;
      },
    });
    target.before = () => Promise.reject(new RunFailed('the token is refused'));
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'the token is refused' });
    expect(lease.stopReason).toBe('failed');
  });
});
