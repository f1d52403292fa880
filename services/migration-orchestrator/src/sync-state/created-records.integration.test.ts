import { describe, expect, test } from '@jest/globals';
import { Absence } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

const dayMs = 86_400_000;
const day = (offset: number): string => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10);
const until = new Date().toISOString();

describe('Records that a search found to be created since the switch', () => {
  test('When a worker notes them, then they are new in later rounds, and the round says until when all are known', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    expect(held.round).toMatchObject({ createdKnownUntil: null });
    await sync.noteCreated(held, ['lost'], { from: day(-1), until: null });
    await sync.noteCreated(held, ['a'], { from: day(-1), until });
    await sync.roundDone(held);
    await sync.events(connection, ['lost', 'other']);
    const next = await sync.round(held);
    expect(next.round).toMatchObject({
      createdKnownUntil: until,
      records: [
        { sourceId: 'a', isNew: true },
        { sourceId: 'lost', isNew: true },
        { sourceId: 'other', isNew: false },
      ],
    });
    await sync.roundDone(next);
  });

  test('When one of them was noted as existing on the days of switching on, then it stays old; one that was created later is new', async () => {
    const connection = sync.connection('roofers', { contacts: new Date().toISOString() });
    await sync.tell(connection);
    const noting = await sync.round(connection);
    await sync.note(noting, ['existing']);
    await sync.roundDone(noting);
    await sync.events(connection, ['missed']);
    const held = await sync.round(noting);
    await sync.roundDone(held, { absent: { missed: Absence.NOT_NEW } });

    await sync.events(connection, ['due']);
    const next = await sync.round(held);
    await sync.noteCreated(next, ['existing', 'missed'], { from: day(-1), until });
    expect(await leftCount(connection.id)).toBe(1);
    await sync.noteCreated(next, ['missed'], { from: day(2), until });
    expect(await leftCount(connection.id)).toBe(0);
    await sync.roundDone(next);
    await sync.events(connection, ['existing', 'missed']);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'due' }, { sourceId: 'missed' }]);
  });

  test('When the connection leads to another portal, where nothing is linked, then which records are new is found out from the start', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    await sync.noteCreated(held, [], { from: day(-1), until });
    await sync.change(connection, { hubSpotPortalId: 'another' });
    const moved = await sync.round(connection);
    expect(moved.round).toMatchObject({ createdKnownUntil: null });
  });
});

async function leftCount(connectionId: number): Promise<number> {
  const row = await database.db.forSystem((tx) =>
    tx.one<{ left_count: number }>(`select left_count from sync_connections where connection_id = $1`, [
      connectionId,
    ]),
  );
  return row.left_count;
}
