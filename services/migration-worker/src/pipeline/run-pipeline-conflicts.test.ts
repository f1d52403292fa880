import { describe, expect, test } from '@jest/globals';
import { SenderWorld } from './testing/a-run-with-senders.ts';
import { aRun } from './testing/a-run.ts';
import { outcomesOf } from './testing/start-run.ts';

describe('A migration yields to what auto-sync does in its portal', () => {
  test('When a newer plan is stored for a record, then it is counted as unchanged and it is not written', async () => {
    const { pipeline, orchestrator, target, reported } = aRun({ total: 2 });
    orchestrator.conflicts = [{ outdated: [{ sourceId: 'c-0', hubspotId: '77' }] }];
    await pipeline.run();
    expect(outcomesOf(reported)).toEqual([
      { sourceId: 'c-0', outcome: 'unchanged' },
      { sourceId: 'c-1', outcome: 'created' },
    ]);
    expect(target.records).toHaveLength(1);
    expect(pipeline.plannedRecords).toBe(2);
  });

  test('When the newer plan wrote nothing, then the record is looked up again and copied after all', async () => {
    const { pipeline, orchestrator, target } = aRun({ total: 1 });
    const unlinked = { outdated: [{ sourceId: 'c-0', hubspotId: null }] };
    orchestrator.conflicts = [unlinked, unlinked];
    await pipeline.run();
    expect(target.records).toHaveLength(1);
    expect(orchestrator.stored[0]?.readAt).toBeUndefined();
  });

  test('When a record of the plan is in an unfinished plan, then the plan is sent again when that is over, with what HubSpot has then', async () => {
    const { pipeline, orchestrator, target, reported } = aRun({ total: 1 });
    orchestrator.conflicts = [{ inUse: true }, { inUse: true }];
    let plans = 0;
    orchestrator.beforeStore = () => {
      plans += 1;
      if (plans === 1)
        orchestrator.links.set('c-0', target.add({ parcel_id: 'c-0', label: 'theirs', code: 'code-0' }));
      return Promise.resolve();
    };
    await pipeline.run();
    expect(plans).toBe(3);
    expect(outcomesOf(reported)).toEqual([{ sourceId: 'c-0', outcome: 'updated' }]);
  });

  test.each([
    ['migration', 'Waiting for a migration of this HubSpot portal'],
    ['sync', 'Waiting until other records of this HubSpot portal are copied'],
  ] as const)(
    'When it waits for a plan of a %s for longer than it should, then the run ends instead of waiting for ever, and says what it waited for',
    async (inUseBy, problem) => {
      const { pipeline, orchestrator } = aRun({ total: 1, conflicts: { outdated: 'leave-out', inUseMs: 1 } });
      orchestrator.conflicts = Array.from({ length: 9 }, () => ({ inUse: true, inUseBy }));
      await expect(pipeline.run()).rejects.toMatchObject({ name: 'RunFailed', isOurs: false, problem });
    },
  );
});

describe('Associations that others make as well', () => {
  function aWorld(setup: Parameters<SenderWorld['run']>[0] = {}) {
    const world = new SenderWorld();
    world.parcel(0, [0, 1]);
    const { orchestrator, ...run } = world.run(setup);
    const plans: (string | undefined)[] = [];
    /** How the first plan of associations is answered. */
    const answered = (conflict: (typeof orchestrator.conflicts)[number], doneByThen: () => void) => {
      orchestrator.beforeStore = ({ kind, readAt }: { kind: string; readAt?: string | undefined }) => {
        if (kind === 'parcel_sender' && plans.push(readAt) === 1) {
          orchestrator.conflicts = [conflict];
          doneByThen();
        }
        return Promise.resolve();
      };
    };
    return { world, orchestrator, ...run, plans, answered };
  }
  const pair = 'p-0/in-hubspot/s-0';

  test.each([
    ['is being made', { inUse: true }],
    ['was made', { outdated: [{ sourceId: pair, hubspotId: null }] }],
  ])(
    'When one of them %s by another run, then it is looked up again, and what is there is not made',
    async (_, conflict) => {
      const { world, pipeline, reported, answered } = aWorld();
      answered(conflict, () => world.pairs.add({ pair }));
      await pipeline.run();
      const outcomes = [...(reported.at(-1)?.outcomes ?? [])].map(([id, { outcome }]) => `${id} ${outcome}`);
      expect(outcomes).toEqual([`${pair} unchanged`, 'p-0/in-hubspot/s-1 created']);
    },
  );

  test('When a round of auto-sync finds another plan for one that is not there, then it makes it: no later round would', async () => {
    const { pipeline, reported, answered } = aWorld({
      conflicts: { outdated: 'leave-out', inUseMs: Infinity },
    });
    answered({ outdated: [{ sourceId: pair, hubspotId: null }] }, () => undefined);
    await pipeline.run();
    const outcomes = [...(reported.at(-1)?.outcomes ?? [])].map(([id, { outcome }]) => `${id} ${outcome}`);
    expect(outcomes).toEqual([`${pair} created`, 'p-0/in-hubspot/s-1 created']);
  });

  test('When they are looked up again, then the plan carries a moment before that, and not that of the first look', async () => {
    const { lease, pipeline, plans, answered } = aWorld();
    const renewed = (at: string) => lease.renewed({ monotonic: 0, wall: 0 }, 'held', 0, at);
    renewed('10:00');
    answered({ inUse: true }, () => renewed('10:05'));
    await pipeline.run();
    expect(plans).toEqual(['10:00', '10:05']);
  });
});

describe('A plan says since when its records may have changed', () => {
  test('When pages are read, then each plan carries the moment that was received before the first of its pages was asked for', async () => {
    const moments = ['10:00', '10:05'];
    const { pipeline, orchestrator } = aRun({
      total: 100,
      settings: { batchSize: 50 },
      databaseTime: () => moments.shift(),
    });
    await pipeline.run();
    expect(orchestrator.stored.map(({ readAt }) => readAt)).toEqual(['10:00', '10:05']);
  });

  test.each([
    ['leave-out', 'a round says which of them were read later', 50],
    ['unchanged', 'a migration does not', 0],
  ] as const)(
    'When pages of one plan were read at different moments (%s), then it carries the first one, and %s',
    async (outdated, _, later) => {
      const moments = ['10:00', '10:05'];
      const { pipeline, orchestrator } = aRun({
        total: 100,
        settings: { batchSize: 100 },
        conflicts: { outdated, inUseMs: Infinity },
        databaseTime: () => moments.shift(),
      });
      await pipeline.run();
      const ids = Array.from({ length: later }, (_each, index) => `c-${String(50 + index)}`);
      const [plan] = orchestrator.stored;
      expect(plan?.readAt).toBe('10:00');
      expect(plan?.readLater ?? {}).toEqual(Object.fromEntries(ids.map((id) => [id, '10:05'])));
    },
  );
});
