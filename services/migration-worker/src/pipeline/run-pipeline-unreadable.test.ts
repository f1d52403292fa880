import { UnreadableRecord } from '@ridgeline/acculynx';
import { describe, expect, test } from '@jest/globals';
import { aParcel, aRun } from './testing/a-run.ts';
import { SenderWorld } from './testing/a-run-with-senders.ts';
import { pageOf } from './testing/start-run.ts';

const unreadable = (id: string, name: string | null = null) =>
  new UnreadableRecord({ id, name, field: 'weight' });

/** 60 parcels of a list, of which those at these places cannot be read. */
function listWith(odd: Readonly<Record<number, UnreadableRecord>>) {
  const list = Array.from({ length: 60 }, (_, index) => odd[index] ?? aParcel(index));
  return (index: number) => Promise.resolve(pageOf(list, index));
}

const outcomesIn = ({ outcomes }: ReturnType<typeof aRun>['orchestrator']) => [...outcomes.values()].flat();

describe('A record cannot be read', () => {
  const odd = { 3: unreadable('c-3', 'Red parcel'), 59: unreadable('unreadable/1') };

  test('When others are on its page, then it alone fails, with the field at fault, and it is counted once', async () => {
    const { pipeline, orchestrator, target } = aRun({ total: 60, page: listWith(odd) });
    await pipeline.run();
    const outcomes = outcomesIn(orchestrator);
    expect(outcomes.filter(({ outcome }) => outcome !== 'created')).toMatchObject([
      {
        sourceId: 'c-3',
        outcome: 'failed',
        hubspotId: null,
        reason: 'unreadable',
        name: 'Red parcel',
        message: 'AccuLynx sent it in a form that cannot be read (weight)',
        field: 'weight',
      },
      {
        sourceId: 'unreadable/1',
        outcome: 'failed',
        reason: 'unreadable',
        name: 'Parcel unreadable/1',
        message: 'AccuLynx sent it in a form that cannot be read (weight)',
      },
    ]);
    expect(target.records).toHaveLength(58);
    expect(outcomes).toHaveLength(60);
    expect(pipeline.sourceAccount).toEqual({
      read: 60,
      countedBySource: 60,
      foundAtEnd: 60,
      heldStill: true,
    });
  });

  test('When a worker dies at any step, then the next one counts each once and loses none, also where they fill a batch', async () => {
    const last = Array.from({ length: 10 }, (_, index) => [
      50 + index,
      unreadable(`c-${String(50 + index)}`),
    ]);
    const page = listWith(Object.fromEntries(last) as Readonly<Record<number, UnreadableRecord>>);
    for (let diesAt = 1; diesAt < 24; diesAt += 1) {
      const first = aRun({ total: 60, page, diesAt });
      await first.pipeline.run().catch(() => undefined);
      const { orchestrator } = first;
      const second = aRun({ total: 60, page, orchestrator, claim: orchestrator.claimFor('parcel') });
      await second.pipeline.run();
      const outcomes = outcomesIn(orchestrator);
      expect([outcomes.length, new Set(outcomes.map(({ sourceId }) => sourceId)).size]).toEqual([60, 60]);
      expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toHaveLength(10);
    }
  });

  test('When it can be read in the next migration, then it is copied', async () => {
    const first = aRun({ total: 60, page: listWith(odd) });
    await first.pipeline.run();
    const second = aRun({ total: 60 });
    await second.pipeline.run();
    const kinds = outcomesIn(second.orchestrator).map(({ sourceId, outcome }) => `${sourceId} ${outcome}`);
    expect(kinds).toContain('c-3 created');
    expect(kinds).toHaveLength(60);
  });

  test('When it comes along with another one, then it fails by its own id, and the other one is copied without it', async () => {
    const world = new SenderWorld();
    world.parcel(1, [1]);
    world.parcel(2, [2]);
    world.senders.set('s-1', unreadable('s-1', 'Sender 1'));
    const { pipeline, orchestrator } = world.run();
    await pipeline.run();
    const kinds = outcomesIn(orchestrator).map(({ sourceId, outcome, reason }) => [
      sourceId,
      outcome,
      reason,
    ]);
    expect(kinds).toContainEqual(['s-1', 'failed', 'unreadable']);
    expect(kinds).toContainEqual(['p-1', 'created', null]);
    expect(world.pairs.records).toHaveLength(1);
  });
});
