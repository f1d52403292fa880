import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { copyContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { maxUnknown } from './unknown-records.postgres.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);

const idsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index)}`);
const digestsOf = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'one']));
const dueSweeps = ({ id }: Connection) =>
  database.db.forSystem((tx) =>
    tx.query(`select pass from sweeps where connection_id = $1 and asked_at is not null`, [id]),
  );

/** Uses up a connection's limit of unknown records without an event for each. */
const fillRoom = ({ id, companyId }: Connection, free: number) =>
  database.asAdmin(
    `insert into sync_records (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at, unknown)
     select ${String(id)}, 'contact', 'forged-' || n, '${companyId}', now() - interval '1 minute', 'event', now(), now(), true
     from generate_series(1, ${String(maxUnknown - free)}) n`,
    `update sync_connections set waiting_count = ${String(maxUnknown - free)} where connection_id = ${String(id)}`,
  );

async function leftOut(): Promise<number> {
  const name = 'ridgeline_sync_unknown_left_out_total';
  const text = await orchestrator.metrics.getSingleMetricAsString(name);
  return Number(/^\w+ (\d+)$/m.exec(text)?.[1]);
}

describe('Events that name unknown records', () => {
  test("When they fill their room, then no more of them is stored, a sweep is due and it is counted; linked records are copied first, and another company's wait for none", async () => {
    const flooded = await sync.switchedOn('flooded', ['contacts'], { hubSpotPortalId: 'flooded' });
    const other = await sync.switchedOn('quiet', ['contacts'], { hubSpotPortalId: 'quiet' });
    await copyContacts(sync, flooded, digestsOf(['linked']));
    await fillRoom(flooded, 2);
    const before = await leftOut();
    await sync.events(flooded, ['linked', 'forged-1', 'more-1', 'more-2', 'more-3', 'more-4']);
    await sync.events(other, idsOf('new', 500));
    const more = (await sync.list(flooded))
      .map(({ sourceId }) => sourceId)
      .filter((id) => !id.startsWith('forged'));
    expect(more).toEqual(['linked', 'more-1', 'more-2']);
    expect((await leftOut()) - before).toBe(2);
    expect(await dueSweeps(flooded)).toHaveLength(2);
    expect(await dueSweeps(other)).toEqual([]);
    expect(await sync.list(other)).toHaveLength(500);

    const held = await sync.round(flooded);
    expect(held.round.records).toHaveLength(100);
    expect(held.round.records).toContainEqual(
      expect.objectContaining({ sourceId: 'linked', hubspotId: 'hs-linked' }),
    );
    await sync.copy(held);
    await sync.release(held);
    const next = await sync.round(other);
    expect(next.round.records).toHaveLength(100);
    await sync.copy(next);
    await sync.release(next);
  });

  test('When more linked records are due than a round holds, then a tenth of it is for unknown ones', async () => {
    const connection = await sync.switchedOn('mixed', ['contacts'], { hubSpotPortalId: 'mixed' });
    for (const part of ['a', 'b']) await copyContacts(sync, connection, digestsOf(idsOf(part, 60)));
    await sync.events(connection, idsOf('new', 30));
    await sync.events(connection, [...idsOf('a', 60), ...idsOf('b', 60)]);
    const held = await sync.round(connection);
    const linked = held.round.records.filter(({ hubspotId }) => hubspotId !== null);
    expect([held.round.records.length, linked.length]).toEqual([100, 90]);
    await sync.copy(held);
    const rest = await sync.round(held);
    expect(rest.round.records).toHaveLength(50);
    await sync.copy(rest);
    await sync.release(rest);
  });

  test('When a sweep finds what was left out, then it is copied, and no event was missed; from the next pass over all on, others are', async () => {
    const connection = await sync.switchedOn('importing', ['contacts'], { hubSpotPortalId: 'importing' });
    await copyContacts(sync, connection, digestsOf(['linked']));
    await sweeps.whole(connection, page({ linked: 'one' }));
    await fillRoom(connection, 0);
    await sync.events(connection, ['imported']);
    const createdAt = new Date(Date.now() + 1_000).toISOString();
    const imported = swept('imported', 'one', { createdAt });
    await sweeps.whole(connection, [imported, swept('linked', 'two')]);
    expect(await sync.list(connection)).toEqual(
      expect.arrayContaining([expect.objectContaining({ sourceId: 'imported', origin: 'sweep' })]),
    );
    expect(await sweeps.findings(connection)).toMatchObject([{ sourceId: 'linked', verdict: 'open' }]);
    await sweeps.whole(connection, [imported, swept('unreported', 'one', { createdAt })]);
    expect(await sweeps.findings(connection)).toMatchObject([
      { sourceId: 'linked' },
      { sourceId: 'unreported', verdict: 'open' },
    ]);
  });
});

test('When a flood waited as auto-sync was switched off, then it is unknown again when it is on', async () => {
  const connection = await sync.switchedOn('switched', ['contacts'], { hubSpotPortalId: 'switched' });
  await copyContacts(sync, connection, digestsOf(['linked']));
  await sync.events(connection, ['linked', 'forged']);
  await sync.tell(connection, { contacts: null });
  await sync.tell(connection, { contacts: new Date().toISOString() });
  const rows = await database.db.forSystem((tx) =>
    tx.query(`select source_id, unknown from sync_records where connection_id = $1 order by 1`, [
      connection.id,
    ]),
  );
  expect(rows).toEqual([
    { source_id: 'forged', unknown: true },
    { source_id: 'linked', unknown: false },
  ]);
});
