import { describe, expect, test } from '@jest/globals';
import type { WrittenRecord } from '@ridgeline/contracts/internal';
import { isUpdate, isWrite } from '@ridgeline/contracts/internal';
import { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import { SenderWorld } from '../pipeline/testing/a-run-with-senders.ts';
import { parcelsWithSenders } from '../pipeline/testing/parcels-with-senders.ts';
import { startRun, type RunSetup } from '../pipeline/testing/start-run.ts';
import { settling } from '../vendors/testing/settling.ts';
import { fakeAcculynx } from '../vendors/testing/fake-acculynx.ts';
import { fakeHubspot } from '../hubspot-io/testing/fake-hubspot.ts';
import { WaitTracker } from '../waiting/wait-tracker.ts';
import { followedWrites } from './followed-writes.ts';
import { undoOf } from './undo-of.ts';

const parcels = parcelsWithSenders(() => Promise.reject(new Error('An undo reads nothing from AccuLynx')));

/** What a migration wrote, as the orchestrator returns it. */
function writtenBy({ stored, outcomes }: FakeOrchestrator): ReadonlyMap<string, readonly WrittenRecord[]> {
  const written = stored.flatMap(({ kind, batch, records }) =>
    records.filter(isWrite).flatMap((plan) => {
      const outcome = outcomes.get(batch)?.find(({ sourceId }) => sourceId === plan.sourceId);
      return outcome ? [{ kind, plan, outcome, plannedAt: '2026-11-20T10:00:00.000Z' }] : [];
    }),
  );
  return Map.groupBy(written.toReversed(), ({ kind }) => kind);
}

/** A run of the undo, which continues an earlier worker's. */
function undoRun(world: SenderWorld, orchestrator: FakeOrchestrator, setup: RunSetup = {}) {
  const signal = new AbortController().signal;
  const run = { runId: 8, epoch: 1 };
  const followed = followedWrites(orchestrator, { run, signal, waits: new WaitTracker() });
  const object = undoOf(parcels, { followed, databaseTime: () => undefined });
  const options = { hubspot: settling(fakeHubspot(world.boxes)), signal };
  const acculynx = { ...settling(fakeAcculynx({ count: 0, startIndex: 0, contacts: [] })), stopping: signal };
  return startRun(
    { object, options, source: object.source(acculynx, options), target: world.boxes },
    {
      alongside: { sender: world.people, parcel_sender: world.pairs },
      orchestrator,
      claim: orchestrator.claimFor('parcel'),
      ...setup,
    },
  );
}

const contents = ({ boxes, people, pairs }: SenderWorld) =>
  [boxes, people, pairs].map(({ records }) =>
    records.map(({ id, properties }) => ({
      id,
      properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== '')),
    })),
  );

/** Parcels and senders, of each of which the portal has one, and a migration of them. */
async function migrated() {
  const world = new SenderWorld();
  for (let index = 0; index < 25; index += 1) world.parcel(index, [index % 4, 5]);
  world.boxes.add({ label: 'Before', code: 'code-3' });
  world.people.add({ sender_id: 's-5', name: 'Before' });
  const before = contents(world);
  const { pipeline, orchestrator } = world.run();
  await pipeline.run();
  const undo = new FakeOrchestrator();
  for (const [kind, written] of writtenBy(orchestrator)) undo.written.set(kind, written);
  return { world, before, undo };
}

describe('The undo of a migration runs as a migration', () => {
  test('When nothing changed since, then HubSpot is as before: records, what came along, and associations', async () => {
    const { world, before, undo } = await migrated();
    const { pipeline, reported } = undoRun(world, undo);
    await pipeline.run();
    expect(contents(world)).toEqual(before);
    expect(reported.map(({ plan }) => plan.kind)).toEqual([
      ...['parcel', 'parcel', 'parcel'],
      ...['parcel_sender', 'sender'],
    ]);
    const ends = reported.flatMap(({ outcomes }) => [...outcomes.values()].map(({ outcome }) => outcome));
    expect(new Set(ends)).toEqual(new Set(['removed', 'updated']));
    expect(pipeline.sourceAccount).toMatchObject({ read: 25, foundAtEnd: 25, heldStill: true });
  });

  test('When a worker dies at any step, then the next one brings it to the same end, and each record is counted once', async () => {
    let diesAt = 1;
    for (let isOver = false; !isOver; diesAt += 1) {
      const { world, before, undo } = await migrated();
      const first = undoRun(world, undo, { diesAt });
      isOver = await first.pipeline.run().then(
        () => true,
        () => false,
      );
      if (!isOver) await undoRun(world, undo).pipeline.run();
      expect([diesAt, contents(world)]).toEqual([diesAt, before]);
      const counted = [...undo.outcomes.values()].flat().map(({ sourceId }) => sourceId);
      expect([diesAt, counted.length]).toEqual([diesAt, new Set(counted).size]);
      expect([diesAt, counted.length]).toEqual([diesAt, [...undo.written.values()].flat().length]);
    }
    expect(diesAt).toBeGreaterThan(20);
  });

  test('When a user changed a record while the undo was dead, then it is spared unless its plan was stored before', async () => {
    const { world, undo } = await migrated();
    await undoRun(world, undo, { diesAt: 3, settings: { concurrency: 1 } })
      .pipeline.run()
      .catch(() => undefined);
    const planned = new Set(undo.stored.flatMap(({ records }) => records.map(({ sourceId }) => sourceId)));
    const open = world.parcels.find(({ id }) => !planned.has(id))?.id ?? '';
    const record = world.boxes.record(open);
    await world.boxes.update([{ id: record?.id ?? '', traceId: open, properties: { label: 'By hand' } }], {
      waiting: new AbortController().signal,
      calling: new AbortController().signal,
    });
    await undoRun(world, undo).pipeline.run();
    expect(world.boxes.record(open)?.properties).toMatchObject({ label: 'By hand' });
    const end = [...undo.outcomes.values()].flat().find(({ sourceId }) => sourceId === open);
    expect(end).toMatchObject({ outcome: 'skipped', reason: 'changed_since' });
  });

  test('When values are set back, then plans hold what is written over', async () => {
    const { world, undo } = await migrated();
    await undoRun(world, undo).pipeline.run();
    const updates = undo.stored.flatMap(({ records }) => records.filter(isUpdate));
    expect(updates).toMatchObject([
      { sourceId: 'p-3', before: { label: 'Parcel 3' }, after: { label: 'Before', parcel_id: '' } },
      { sourceId: 's-5', before: { name: 'Dr. Sender 5' }, after: { name: 'Before' } },
    ]);
  });
});
