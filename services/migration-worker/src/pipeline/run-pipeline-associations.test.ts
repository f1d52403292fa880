import { describe, expect, test } from '@jest/globals';
import { SenderWorld } from './testing/a-run-with-senders.ts';

function aWorld(): SenderWorld {
  const world = new SenderWorld();
  for (let index = 0; index < 12; index += 1) world.parcel(index, [0, 1]);
  return world;
}

describe('Associations are planned and written when all records are', () => {
  test('When there are pages of them, then each is executed before the next is asked for', async () => {
    const world = aWorld();
    const { pipeline, orchestrator } = world.run();
    const steps: string[] = [];
    const references = orchestrator.references.bind(orchestrator);
    orchestrator.references = (...question) => {
      steps.push('asked');
      return references(...question);
    };
    world.pairs.before = ({ kind }) => {
      if (kind === 'upsert') steps.push('written');
      return Promise.resolve();
    };
    await pipeline.run();
    expect(steps).toEqual(['asked', 'written', 'asked', 'written']);
    expect(world.pairs.records).toHaveLength(24);
  });

  test('When HubSpot refuses one in a pack, then the others are made, and the failure names what stays without', async () => {
    const world = aWorld();
    world.pairs.refuse = ({ pair }) =>
      pair === 'p-3/in-hubspot/s-1' ? { status: 400, category: 'VALIDATION_ERROR' } : null;
    const { pipeline, reported } = world.run();
    await pipeline.run();
    const failed = reported.flatMap(({ outcomes }) =>
      [...outcomes.values()].filter(({ outcome }) => outcome === 'failed'),
    );
    expect(failed).toMatchObject([
      { name: 'Parcel 3', message: 'HubSpot does not accept one of the values' },
    ]);
    expect(world.pairs.records).toHaveLength(23);
  });

  test('When the run is cancelled while a pack is out, then what of it is there is read back as associations', async () => {
    const world = aWorld();
    const { pipeline, lease, reported } = world.run({ graceMs: 5 });
    world.pairs.before = ({ kind }) => {
      if (kind !== 'upsert') return Promise.resolve();
      lease.stop('cancelled');
      return new Promise((resolve) => lease.writing.addEventListener('abort', () => resolve()));
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(reported.at(-1)?.plan).toMatchObject({ kind: 'parcel_sender', batch: 4 });
    const outcomes = [...(reported.at(-1)?.outcomes ?? [])].map(([id, { outcome }]) => `${id} ${outcome}`);
    expect(outcomes).toHaveLength(20);
    expect(outcomes).toContain('p-9/in-hubspot/s-1 created');
    expect(world.pairs.calls.at(-1)).toMatchObject({ kind: 'read' });
  });

  test('When a run has ended with plans of several kinds unfinished, then each is read back where it belongs', async () => {
    const world = aWorld();
    const first = world.run({ settings: { concurrency: 1 } });
    await first.pipeline.run();
    const { orchestrator } = first;
    // As if no report had arrived.
    orchestrator.outcomes.clear();
    const claim = orchestrator.claimFor('parcel');
    const closing = world.run({ claim, orchestrator });
    closing.lease.stop('cancelled');
    await expect(closing.pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    const told = closing.reported.map(({ plan, outcomes }) => `${plan.kind} ${String(outcomes.size)}`);
    expect(told).toEqual(['sender 2', 'parcel 10', 'parcel 2', 'parcel_sender 20', 'parcel_sender 4']);
  });
});
