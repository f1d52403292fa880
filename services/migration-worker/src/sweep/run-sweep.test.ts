import type { AcculynxClient } from '@ridgeline/acculynx';
import type { SweptRecord } from '@ridgeline/contracts/internal';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import type { HubspotClient } from '@ridgeline/hubspot';
import { createLogger, pause } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit/integration';
import { afterEach, describe, expect, test } from '@jest/globals';
import { RunFailed } from '../base/run-errors.ts';
import { LeaseKeeper } from '../lease/lease-keeper.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { SweepQuestion, SweptPage } from '../object-migration/sweep-rules.ts';
import type { SyncRules } from '../object-migration/sync-rules.ts';
import { RunSlots } from '../run/run-slots.ts';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import { askAcculynx } from '../vendors/ask.ts';
import { runSweep } from './run-sweep.ts';
import { claimedAt, FakeSweeps, sweeping } from './testing.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

const aRecord = (sourceId: string): SweptRecord => ({
  sourceId,
  name: null,
  digest: `1:${sourceId}`,
  changedAt: null,
  createdAt: null,
});

const aPage = (page: number, ...ids: string[]): SweptPage => ({
  records: ids.map(aRecord),
  cursor: { page },
  readAt: undefined,
});

/** A sweep of a kind that is read in this way; each call that it makes is answered. */
function aSweep(sweep: (question: SweepQuestion) => AsyncIterable<SweptPage>) {
  const ping = () => Promise.resolve({ outcome: 'ok' as const, value: null });
  const sync: Pick<SyncRules, 'sweep'> = { sweep };
  const object = { ...contactMigration, sync } as unknown as ObjectMigration;
  const orchestrator = new FakeSweeps();
  const openVendors = () => ({
    acculynx: () => ungoverned({ ping } as unknown as AcculynxClient),
    hubspot: () => ungoverned({} as HubspotClient),
  });
  return sweeping(orchestrator, openVendors, { objectOf: () => object });
}

const call = ({ acculynx }: SweepQuestion): Promise<unknown> =>
  askAcculynx(acculynx, 'contacts', (client, until) => client.ping(until));

describe('A sweep is worked on', () => {
  test('When pages are read, then each is reported with the cursor behind it, the calls that it took and when it was asked for', async () => {
    const { orchestrator, run } = aSweep(async function* (question) {
      await call(question);
      await call(question);
      yield aPage(1, 'a', 'b');
      yield { ...aPage(2, 'c'), readAt: '2026-11-25T10:01:00.000Z' };
      await call(question);
    });
    expect(await run()).toEqual({ exit: 'over' });
    expect(orchestrator.pages).toEqual([
      { readAt: claimedAt, records: [aRecord('a'), aRecord('b')], cursor: { page: 1 }, calls: 2 },
      { readAt: '2026-11-25T10:01:00.000Z', records: [aRecord('c')], cursor: { page: 2 }, calls: 0 },
    ]);
    expect([orchestrator.ends, orchestrator.calls]).toEqual([1, 3]);
  });

  test('When a page holds more than a report may, then its cursor comes with the last part', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => String(index));
    const { orchestrator, run } = aSweep(async function* () {
      yield await Promise.resolve(aPage(1, 'a'));
      yield aPage(2, ...ids);
    });
    await run();
    expect(orchestrator.pages.map(({ records, cursor }) => [records.length, cursor])).toEqual([
      [1, { page: 1 }],
      [100, { page: 1 }],
      [100, { page: 1 }],
      [30, { page: 2 }],
    ]);
  });

  test('When its lease is lost, then it ends, and it is not handed back', async () => {
    const { orchestrator, run } = aSweep(async function* () {
      for (let page = 1; ; page += 1) yield await Promise.resolve(aPage(page, 'a'));
    });
    orchestrator.diesAfter = 2;
    expect(await run()).toEqual({ exit: 'lost' });
    expect(orchestrator.pages).toHaveLength(2);
  });

  test.each<[string, unknown, { readonly ms: number; readonly reason: string }]>([
    ['our own error', new TypeError('odd'), { ms: 60_000, reason: 'An error on our side' }],
    [
      'something that is missing on our side',
      new RunFailed('No such kind.', { isOurs: true }),
      { ms: 60_000, reason: 'An error on our side' },
    ],
    ['a rejection', new RunFailed('AccuLynx rejects it.'), { ms: 300_000, reason: 'AccuLynx rejects it.' }],
    ['a long text', new RunFailed('x'.repeat(9_000)), { ms: 300_000, reason: 'x'.repeat(500) }],
  ])(
    'When %s ends it, then it is left alone for some time, so that it does not fail in a loop',
    async (_, error, wait) => {
      const { orchestrator, run } = aSweep(async function* () {
        yield await Promise.resolve(aPage(1, 'a'));
        throw error;
      });
      expect(await run()).toEqual({ exit: 'handed-back', wait });
      expect([orchestrator.pages.length, orchestrator.ends]).toEqual([1, 0]);
    },
  );

  test('When the orchestrator does not know its kind any more, then it is left alone for a minute', async () => {
    const { orchestrator } = aSweep(() => {
      throw new Error('never');
    });
    const { run } = sweeping(
      orchestrator,
      () => {
        throw new Error('never');
      },
      { objectOf: () => undefined },
    );
    expect(await run()).toMatchObject({ exit: 'handed-back', wait: { ms: 60_000 } });
  });
});

describe('A worker has places for sweeps', () => {
  const workers: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const part of workers.splice(0)) await part[Symbol.asyncDispose]();
  });

  /** The slots of a worker that was offered this sweep. */
  function offered(sweep: ReturnType<typeof aSweep>) {
    const { orchestrator, services } = sweep;
    const keeper = new LeaseKeeper({ orchestrator, logger, intervalMs: 5 });
    const exits: string[] = [];
    const places = new RunSlots({
      slots: 2,
      orchestrator,
      keeper,
      logger,
      logContext: ({ runId }) => ({ sweepId: runId }),
      execute: async (grant, lease) => {
        const exit = await runSweep(services, grant, lease);
        exits.push(exit.exit);
        return exit;
      },
    });
    keeper.start(places);
    workers.push(places, keeper);
    return { places, keeper, exits };
  }

  test('When a sweep has come to its end, then its lease is not renewed any more, and its place is free', async () => {
    const sweep = aSweep(async function* () {
      yield await Promise.resolve(aPage(1, 'a'));
    });
    const { places, keeper, exits } = offered(sweep);
    expect(await places.claim({ runId: 7 })).toBe('taken');
    await eventually(() => expect(places.freeSlots).toBe(2), { what: 'the end of the sweep' });
    expect([exits, keeper.holds(7), sweep.orchestrator.released]).toEqual([['over'], false, []]);
  });

  test('When the worker shuts down, then its sweeps are handed back immediately, for no time', async () => {
    const sweep = aSweep(async function* ({ signal }) {
      yield aPage(1, 'a');
      await pause(60_000, signal);
    });
    const { places, exits } = offered(sweep);
    await places.claim({ runId: 7 });
    await eventually(() => expect(sweep.orchestrator.pages).toHaveLength(1), { what: 'a page' });
    await places[Symbol.asyncDispose]();
    expect([exits, sweep.orchestrator.released]).toEqual([['handed-back'], [undefined]]);
  });
});
