import { afterEach, describe, expect, test } from '@jest/globals';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import type { HeldRound } from '../testing/sync-worker-under-test.ts';
import { aCreate, anUpdate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

const stored = { taken: [] };
const inUse = { taken: [], inUse: true, inUseBy: 'sync', outdated: [] };
const none = { round: null, waitMs: null };

// Ensures that no test finds what another one left.
afterEach(() => database.asAdmin(`delete from sync_leases`, `delete from sync_records`));

/** A connection with a due contact and a due job, and the rounds of both. */
async function both() {
  const connection = await sync.switchedOn('roofers', ['contacts', 'jobs']);
  await sync.events(connection, ['a']);
  await sync.events(connection, ['j'], { kind: 'job' });
  const held = await sync.claim(await sync.syncIdOf(connection));
  await sync.due();
  const taken: HeldRound[] = [];
  for (let round = 0; round < 2; round += 1) {
    const answer = await sync.take(held, taken);
    if (answer.round) taken.push({ ...held, round: answer.round });
  }
  const contacts = taken.find(({ round }) => round.migrationType === 'contacts');
  const jobs = taken.find(({ round }) => round.migrationType === 'jobs');
  if (!contacts || !jobs) throw new Error('Both kinds are due');
  return { connection, held, contacts, jobs };
}

const numbers = (...rounds: readonly HeldRound[]) => rounds.map(({ round }) => round.round);

describe('Rounds of different kinds run side by side', () => {
  test('When contacts and jobs are due, then a worker has a round of each; a kind in hand is not taken again before it is counted', async () => {
    const { connection, held, contacts, jobs } = await both();
    await sync.events(connection, ['b']);
    await sync.due();
    const inHand = [contacts, jobs];
    const taken = await sync.take(held, inHand);
    expect({ ...taken, open: new Set(taken.open) }).toEqual({
      ...none,
      open: new Set(numbers(contacts, jobs)),
    });
    await sync.copy(contacts);
    expect(await sync.take(held, inHand)).toMatchObject({
      round: { migrationType: 'contacts', records: [{ sourceId: 'b' }] },
      open: numbers(jobs),
    });
  });

  test('When the records of a round are counted, then the next one of its kind is given beside what follows them, but no third', async () => {
    const { connection, held, contacts, jobs } = await both();
    await sync.plan(contacts, 1, [aCreate('a')]);
    await sync.events(connection, ['b']);
    await sync.due();
    expect((await sync.take(held, [contacts, jobs])).round).toBeNull();
    await sync.batchDone(contacts, 1, { a: OutcomeKind.CREATED });
    const { round } = await sync.take(held, [contacts, jobs]);
    if (!round) throw new Error('The next one is given');
    expect(round.records).toMatchObject([{ sourceId: 'b' }]);
    const next = { ...held, round };
    await sync.plan(next, 1, [aCreate('b')]);
    await sync.batchDone(next, 1, { b: OutcomeKind.CREATED });
    await sync.events(connection, ['c']);
    await sync.due();
    expect((await sync.take(held, [contacts, jobs, next])).round).toBeNull();
    await sync.roundDone(contacts);
    expect((await sync.take(held, [contacts, jobs, next])).round).toMatchObject({
      records: [{ sourceId: 'c' }],
    });
  });

  test('When another whole round is due, then it is given beside one that has records in hand and what follows those of two, but not beside more', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts']);
    const ids = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `many-${String(from + index).padStart(3, '0')}`);
    await sync.events(connection, ids(0, 550));
    const held = await sync.claim(await sync.syncIdOf(connection));
    const taken: HeldRound[] = [];
    const take = async () => {
      const { round } = await sync.take(held, taken);
      if (round) taken.push({ ...held, round });
      return round?.records.length ?? null;
    };
    /** Its records are counted, but what follows them is still in progress. */
    const write = async (place: number) => {
      for (const round of taken.slice(place, place + 1)) {
        const written = round.round.records.map(({ sourceId }) => sourceId);
        await sync.plan(
          round,
          1,
          written.map((id) => aCreate(id)),
        );
        await sync.batchDone(round, 1, Object.fromEntries(written.map((id) => [id, OutcomeKind.CREATED])));
      }
    };
    const end = async (place: number) => {
      for (const round of taken.slice(place, place + 1)) await sync.roundDone(round);
    };
    expect([await take(), await take(), await take()]).toEqual([100, 100, null]);
    await write(0);
    expect([await take(), await take()]).toEqual([100, null]);
    await write(1);
    expect([await take(), await take()]).toEqual([100, null]);
    await write(2);
    expect(await take()).toBeNull();
    await end(0);
    expect([await take(), await take()]).toEqual([100, null]);
    for (const place of [1, 2]) await end(place);
    await write(3);
    await sync.due();
    // The rest is not enough for a whole round.
    expect(await take()).toBeNull();
  });

  test('When a worker has read due records ahead, then rounds of these are given beside the one that reads, but no more than three', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts']);
    const ids = Array.from({ length: 400 }, (_, index) => `linked-${String(index).padStart(3, '0')}`);
    await sync.events(connection, ids);
    const held = await sync.claim(await sync.syncIdOf(connection));
    const taken: HeldRound[] = [];
    const take = async (...sourceIds: readonly string[]) => {
      const readAhead = [{ connectionId: connection.id, migrationType: 'contacts' as const, sourceIds }];
      const { round } = await sync.take(held, taken, sourceIds.length > 0 ? { readAhead } : {});
      if (round) taken.push({ ...held, round });
      return round?.records.map(({ sourceId }) => sourceId) ?? null;
    };
    for (let copied = 0; copied < 4; copied += 1) {
      await take();
      for (const round of taken.splice(0)) await sync.copy(round);
    }
    await sync.events(connection, [...ids, 'not-linked']);
    const first = await take();
    const waiting = await Promise.all(taken.map((round) => sync.waiting(round)));
    expect(waiting.flat().sort()).toEqual(ids.filter((id) => !first?.includes(id)));
    const ahead = ids.filter((id) => !first?.includes(id)).reverse();
    expect((await take(...ahead.slice(0, 100)))?.sort()).toEqual(ahead.slice(0, 100).reverse());
    expect(await take()).toBeNull();
    // Records in hand are not taken again.
    expect((await take(...ahead.slice(80, 180)))?.sort()).toEqual(ahead.slice(100, 180).reverse());
    expect(await take(...ahead.slice(180, 280))).toHaveLength(100);
    expect(await take(...ahead.slice(280))).toBeNull();
    for (const round of taken.slice(1, 2)) await sync.copy(round);
    expect((await take(...ahead.slice(280)))?.sort()).toEqual(ahead.slice(280).reverse());
  });

  test('When existing contacts are being noted, then no round of contacts is given beside that', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts']);
    await database.asAdmin(
      `update sync_connections set existing_noted = '{}' where connection_id = ${String(connection.id)}`,
    );
    await sync.events(connection, ['a']);
    const noting = await sync.round(connection);
    expect(noting.round).toMatchObject({ existingNoted: false, records: [] });
    expect((await sync.take(noting, [noting])).round).toBeNull();
  });

  test('When a second connection of the portal has records of a kind that is in hand, then they wait for its round', async () => {
    const portal = { hubSpotPortalId: 'in-turn', portalId: 'in-turn' };
    const first = await sync.switchedOn('roofers', ['contacts'], portal);
    const second = await sync.switchedOn('roofers', ['contacts'], portal);
    for (const connection of [first, second]) await sync.events(connection, ['a']);
    const round = await sync.round(first);
    expect(await sync.take(round, [round])).toEqual({ ...none, open: numbers(round) });
    await sync.copy(round);
    const [other] = [first, second].filter(({ id }) => id !== round.round.connectionId);
    expect((await sync.take(round, [])).round).toMatchObject({ connectionId: other?.id });
  });

  test('When the worker is lost, then the next one is given both rounds as they stand', async () => {
    const { held, contacts, jobs } = await both();
    await sync.plan(jobs, 1, [aCreate('j')], { kind: 'job' });
    await sync.release(held);
    const next = await sync.claim(held.syncId);
    const first = await sync.take(next, []);
    expect(first).toMatchObject({ round: { round: Math.min(...numbers(contacts, jobs)) }, open: [] });
    const second = await sync.take(next, first.round ? [{ ...next, round: first.round }] : []);
    const unfinished = [first, second].flatMap(({ round }) => round?.unfinished ?? []);
    expect(unfinished.map(({ kind }) => kind)).toEqual(['job']);
  });

  test('When the worker is of the release before, then it is given its round again, and no other beside it', async () => {
    const { held, contacts, jobs } = await both();
    expect((await sync.take(held)).round?.round).toBe(Math.min(...numbers(contacts, jobs)));
  });
});

describe('What the other round of a sync does', () => {
  test('When it has the contact, its key or its HubSpot record in a plan, then a plan of the same waits until that is reported', async () => {
    const { contacts, jobs } = await both();
    await sync.plan(jobs, 1, [{ ...anUpdate('a', {}, {}), key: 'x@example.com' }]);
    const wanted = [
      [aCreate('a')],
      [aCreate('b', 'x@example.com')],
      [{ ...anUpdate('c', {}, {}), hubspotId: 'hs-a' }],
    ];
    for (const records of wanted) expect(await sync.plan(contacts, 1, records)).toEqual(inUse);
    expect(await sync.plan(jobs, 2, [aCreate('d', 'x@example.com')])).toMatchObject({ taken: [{}] });
    await sync.batchDone(jobs, 1, { a: OutcomeKind.UPDATED });
    expect(await sync.plan(contacts, 1, [aCreate('b', 'x@example.com')])).toEqual(stored);
  });

  test('When it planned the contact after this round read it, then the contact is left out and stays due', async () => {
    const { connection, contacts, jobs } = await both();
    await sync.plan(jobs, 1, [aCreate('a')]);
    await sync.batchDone(jobs, 1, { a: OutcomeKind.CREATED });
    expect(await sync.plan(contacts, 1, [aCreate('a')])).toEqual({
      taken: [],
      inUse: false,
      outdated: [{ sourceId: 'a', hubspotId: 'hs-a' }],
    });
    await sync.roundDone(contacts);
    const contact = (await sync.list(connection)).find(({ sourceId }) => sourceId === 'a');
    expect(contact).toMatchObject({ inHand: false, attempts: 0 });
    const later = { readAt: await sync.now() };
    await sync.due();
    const { round } = await sync.take(contacts, [jobs]);
    if (!round) throw new Error('The contact is due');
    expect(await sync.plan({ ...contacts, round }, 1, [anUpdate('a', {}, {})], later)).toEqual(stored);
  });

  test('When it planned the contact before this round read it, then another contact of the plan that was read earlier makes it no older', async () => {
    const { contacts, jobs } = await both();
    const readAt = await sync.now();
    for (const [batch, contact] of ['a', 'b'].entries()) {
      await sync.plan(jobs, batch + 1, [aCreate(contact)]);
      await sync.batchDone(jobs, batch + 1, { [contact]: OutcomeKind.CREATED });
    }
    const readLater = { a: await sync.now() };
    const plan = [anUpdate('a', {}, {}), anUpdate('b', {}, {}), aCreate('c')];
    expect(await sync.plan(contacts, 1, plan, { readAt, readLater })).toMatchObject({
      outdated: [{ sourceId: 'b' }],
    });
    expect(await sync.plan(contacts, 1, plan.toSpliced(1, 1), { readAt, readLater })).toEqual(stored);
  });

  test('When its connection was switched off, then what it claims is free as soon as its worker has it in hand no more', async () => {
    const { connection, held, contacts, jobs } = await both();
    await sync.plan(jobs, 1, [aCreate('a')]);
    await sync.tell(connection, { jobs: null });
    await sync.take(held, [contacts, jobs]);
    expect(await sync.plan(contacts, 1, [aCreate('a')])).toEqual(inUse);
    await sync.take(held, [contacts]);
    expect(await sync.plan(contacts, 1, [aCreate('a')])).toMatchObject({ outdated: [{ sourceId: 'a' }] });
  });
});
