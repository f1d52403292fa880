import { describe, expect, test } from '@jest/globals';
import type { BatchPlan } from '@ridgeline/contracts/internal';
import { eventually } from '@ridgeline/testkit/eventually';
import { RunFailed } from '../base/run-errors.ts';
import { SenderWorld } from './testing/a-run-with-senders.ts';

const idsOf = ({ records }: BatchPlan) => records.map(({ sourceId }) => sourceId);
const holds = ({ kind, pass, records }: BatchPlan) => `${kind} ${pass} ${String(records.length)}`;

/** This many parcels, each from one sender, which `of` chooses. */
function world(total: number, of: (index: number) => number): SenderWorld {
  const made = new SenderWorld();
  for (let index = 0; index < total; index += 1) made.parcel(index, [of(index)]);
  return made;
}

describe('Records of another kind come along', () => {
  test('When a group refers to some, then they are copied in batches of their own before it, by their own options', async () => {
    const made = world(12, (index) => index);
    const { pipeline, orchestrator } = made.run();
    let before = 0;
    made.people.before = () => new Promise((resolve) => setImmediate(resolve));
    made.boxes.before = ({ kind }) => {
      if (kind === 'upsert' && before === 0) before = made.people.records.length;
      return Promise.resolve();
    };
    await pipeline.run();
    expect(orchestrator.stored.map(holds).slice(0, 4)).toEqual([
      'sender records 10',
      'sender records 2',
      'parcel records 10',
      'parcel records 2',
    ]);
    expect(before).toBe(12);
    expect(made.people.record('s-3')?.properties).toEqual({
      sender_id: 's-3',
      name: 'Dr. Sender 3',
      address: 'address-3',
    });
    expect(pipeline.plannedRecords).toBe(12);
  });

  test('When a group is still looked up in HubSpot, then what comes along is read beside that', async () => {
    const made = world(3, (index) => index);
    const { pipeline } = made.run();
    const asked = new Set<number>();
    made.boxes.before = async ({ kind }) => {
      if (kind !== 'read') return;
      await eventually(() => expect(made.asked).not.toEqual([]), { what: 'senders to be asked for' });
      asked.add(made.asked.length);
    };
    await pipeline.run();
    expect(asked).toEqual(new Set([3]));
  });

  test('When what comes along is planned, then the reading stays where it was', async () => {
    const made = world(120, (index) => index);
    const { pipeline, orchestrator } = made.run();
    await pipeline.run();
    const cursors = orchestrator.stored.map(({ kind, cursor }) => [kind, cursor] as const);
    const senders = cursors.filter(([kind]) => kind === 'sender').map(([, cursor]) => cursor);
    expect(senders.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => null));
    // Those of the second group of a hundred.
    expect(senders.slice(10)).toMatchObject([{ last: { id: 'p-99' } }, { last: { id: 'p-99' } }]);
  });

  test('When two groups refer to the same one, then it is asked for, planned and written once', async () => {
    const made = world(200, (index) => index % 7);
    const { pipeline, orchestrator } = made.run();
    await pipeline.run();
    const senders = orchestrator.stored.filter(({ kind }) => kind === 'sender').flatMap(idsOf);
    expect(senders.toSorted()).toEqual(['s-0', 's-1', 's-2', 's-3', 's-4', 's-5', 's-6']);
    expect(made.asked.toSorted()).toEqual(senders.toSorted());
  });

  test('When one has a link already, then it is neither read nor planned', async () => {
    const made = world(2, (index) => index);
    const { pipeline, orchestrator } = made.run();
    orchestrator.links.set('s-0', made.people.add({ sender_id: 's-0', name: 'Sender 0' }));
    await pipeline.run();
    expect(made.asked).toEqual(['s-1']);
    expect(orchestrator.stored.filter(({ kind }) => kind === 'sender').flatMap(idsOf)).toEqual(['s-1']);
    expect(made.pairs.records).toHaveLength(2);
  });

  test('When the link of one leads nowhere any more, then it is copied again, and one call checks all links', async () => {
    const made = world(30, (index) => index);
    const { pipeline, orchestrator } = made.run();
    for (let index = 0; index < 30; index += 1) {
      const id = made.people.add({ sender_id: `s-${String(index)}`, name: `Dr. Sender ${String(index)}` });
      orchestrator.links.set(`s-${String(index)}`, index === 7 ? '999999' : id);
    }
    made.people.remove(made.people.record('s-7')?.id ?? '');
    const reads: number[] = [];
    made.people.before = ({ kind, ids }) => {
      if (kind === 'read') reads.push(ids.length);
      return Promise.resolve();
    };
    await pipeline.run();
    expect(made.asked).toEqual(['s-7']);
    expect(reads[0]).toBe(30);
    expect(orchestrator.stored.filter(({ kind }) => kind === 'sender').flatMap(idsOf)).toEqual(['s-7']);
    expect(made.people.record('s-7')).toBeDefined();
    expect(made.pairs.records).toHaveLength(30);
  });

  test('When an earlier worker planned them and died before their group, then they are executed and not read again', async () => {
    const made = world(12, (index) => index);
    const { pipeline, orchestrator } = made.run();
    orchestrator.beforeStore = ({ kind }) =>
      kind === 'parcel' ? Promise.reject(new RunFailed('It died')) : Promise.resolve();
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'It died' });
    orchestrator.beforeStore = () => Promise.resolve();
    orchestrator.outcomes.delete(2);
    const asked = [...made.asked];
    const next = made.run({ orchestrator, claim: orchestrator.claimFor('parcel') });
    await next.pipeline.run();
    expect(next.reported[0]?.plan).toMatchObject({ batch: 2, kind: 'sender' });
    expect(made.asked).toEqual(asked);
    expect(orchestrator.stored.map(holds).slice(0, 4)).toEqual([
      'sender records 10',
      'sender records 2',
      'parcel records 10',
      'parcel records 2',
    ]);
  });

  test('When AccuLynx does not have one, then everything else is copied, and the association says so', async () => {
    const made = world(3, (index) => index);
    made.senders.delete('s-1');
    const { pipeline, orchestrator, reported } = made.run();
    await pipeline.run();
    expect(made.people.records).toHaveLength(2);
    expect(made.boxes.records).toHaveLength(3);
    expect(orchestrator.stored.at(-1)).toMatchObject({
      kind: 'parcel_sender',
      records: [{ action: 'create' }, { action: 'skip', name: 'Parcel 1' }, { action: 'create' }],
    });
    expect(reported.at(-1)?.outcomes.get('p-1/s-1')).toMatchObject({
      name: 'Parcel 1',
      message: 'goes without s-1: not there',
    });
  });

  test('When one is left out by its own rules, then it counts as such, and the association gives the reason', async () => {
    const made = world(1, (index) => index);
    made.senders.set('s-0', { id: 's-0', name: '', address: 'a' });
    const { pipeline, reported } = made.run();
    await pipeline.run();
    const told = reported.map(({ plan, outcomes }) => [
      plan.kind,
      ...[...outcomes.values()].map(({ outcome, reason }) => `${outcome} ${reason ?? ''}`),
    ]);
    expect(told).toEqual([
      ['sender', 'skipped no_email'],
      ['parcel', 'created '],
      ['parcel_sender', 'skipped contact_not_in_hubspot'],
    ]);
    expect(reported[2]?.outcomes.get('p-0/s-0')).toMatchObject({
      name: 'Parcel 0',
      message: 'goes without s-0: no_email',
    });
  });

  test('When one goes without its unique value, then it gets it after all when the value is free, before the associations', async () => {
    const made = world(2, (index) => index);
    for (const sender of ['s-0', 's-1'])
      made.senders.set(sender, { id: sender, name: sender, address: 'same' });
    made.people.refuse = ({ sender_id }) =>
      sender_id === 's-0' ? { status: 207, category: 'VALIDATION_ERROR' } : null;
    const { pipeline, orchestrator } = made.run();
    await pipeline.run();
    expect(made.people.record('s-1')?.properties['address']).toBe('same');
    expect(orchestrator.stored.map(holds)).toEqual([
      'sender records 2',
      'parcel records 2',
      'sender settle 1',
      'parcel_sender records 2',
    ]);
    expect(pipeline.plannedRecords).toBe(2);
  });

  test('When their look-up fails, then the run fails with what is under way brought to its end', async () => {
    const made = world(2, (index) => index);
    made.people.before = ({ kind }) =>
      kind === 'read' ? Promise.reject(new RunFailed('HubSpot is gone')) : Promise.resolve();
    const { pipeline } = made.run();
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'HubSpot is gone' });
    expect(made.boxes.writes).toEqual([]);
  });

  test('When a batch of theirs fails, then no batch of their group begins', async () => {
    const made = world(2, (index) => index);
    made.people.before = ({ kind }) =>
      kind === 'upsert' ? Promise.reject(new RunFailed('HubSpot is gone')) : Promise.resolve();
    const { pipeline, orchestrator } = made.run();
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'HubSpot is gone' });
    expect(orchestrator.stored.map(holds)).toEqual(['sender records 2']);
  });

  test('When the migration runs again, then everything is unchanged and nothing is written', async () => {
    const made = world(12, (index) => index % 5);
    const first = made.run();
    await first.pipeline.run();
    const written = [made.people, made.boxes, made.pairs].map(({ writes }) => writes.length);
    const again = made.run();
    for (const portal of [made.people, made.boxes])
      for (const { id, properties } of portal.records)
        again.orchestrator.links.set(properties['sender_id'] ?? properties['parcel_id'] ?? '', id);
    await again.pipeline.run();
    expect([made.people, made.boxes, made.pairs].map(({ writes }) => writes.length)).toEqual(written);
    expect(again.orchestrator.stored.map(holds)).toEqual([
      'parcel records 10',
      'parcel records 2',
      'parcel_sender records 10',
      'parcel_sender records 2',
    ]);
  });
});
