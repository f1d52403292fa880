import { describe, expect, test } from '@jest/globals';
import { OutcomeKind, RoundResult } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

describe('A connection changes while its sync is under way', () => {
  test('When a kind is switched off, then its list waits, the round in hand ends, and the other kind continues', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts', 'jobs']);
    await sync.events(connection, ['a', 'b']);
    await sync.events(connection, ['j'], { kind: 'job' });
    const held = await sync.round(connection);
    const kind = held.round.migrationType === 'contacts' ? 'contact' : 'job';
    await sync.plan(held, 1, [aCreate(kind === 'contact' ? 'a' : 'j')], { kind });
    await sync.tell(connection, { [held.round.migrationType]: null });
    expect(await sync.list(connection)).not.toContainEqual(expect.objectContaining({ kind }));
    expect(await sync.list(connection)).not.toEqual([]);
    await expect(sync.plan(held, 2, [aCreate('b')], { kind })).rejects.toMatchObject({
      code: 'run.cancelled',
    });
    // What was written is in the feed anyway.
    await sync.batchDone(held, 1, { [kind === 'contact' ? 'a' : 'j']: OutcomeKind.CREATED });
    await sync.events(connection, ['a'], { kind });
    expect(await sync.list(connection)).not.toContainEqual(expect.objectContaining({ kind }));
  });

  test('When it is deleted, then all of it goes, and late reports and events change nothing', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    await sync.tell(connection, { deleted: true });
    await expect(sync.plan(held, 1, [aCreate('a')])).rejects.toMatchObject({ code: 'run.cancelled' });
    await sync.roundDone(held, { result: RoundResult.PUT_BACK });
    await sync.events(connection, ['a']);
    expect(await sync.list(connection)).toEqual([]);
    expect((await sync.take(held)).round).toBeNull();
  });

  test('When it leads to another portal, then its list stays, and what was in hand is copied there', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a', 'b']);
    const held = await sync.round(connection);
    await sync.plan(held, 1, [aCreate('a')]);
    await sync.change(connection, { hubSpotPortalId: 'moved', portalId: 'moved' });
    await sync.batchDone(held, 1, { a: OutcomeKind.CREATED });
    expect(await sync.syncIdOf(connection)).not.toBe(held.syncId);
    const next = await sync.round(connection);
    expect(next.round.records).toMatchObject([
      { sourceId: 'a', hubspotId: null },
      { sourceId: 'b', hubspotId: null },
    ]);
  });
});
