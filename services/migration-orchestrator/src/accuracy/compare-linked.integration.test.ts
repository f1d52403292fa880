import { describe, expect, test } from '@jest/globals';
import { OutcomeKind } from '@ridgeline/events';
import { AccuracyUnderTest, manyWritten, writtenContacts } from '../testing/accuracy-under-test.ts';
import { copyContacts } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);
const accuracy = new AccuracyUnderTest(orchestrator, sweeps);

const byHand = { changedByPeople: [{ property: 'phone', by: 'CRM_UI' }] };
const repair = { differing: ['city'] };
const digestsOf = (sourceIds: readonly string[]) => Object.fromEntries(sourceIds.map((id) => [id, 'one']));

describe('A page of linked records that is compared with HubSpot', () => {
  test('When records are equal, changed by people, gone, or differ, then each is counted, and only what differs is due', async () => {
    const connection = await writtenContacts(sync, digestsOf(['a', 'b', 'c', 'd', 'e']));
    await accuracy.whole(connection, {
      b: byHand,
      c: { isGone: true },
      d: repair,
      e: { ...byHand, ...repair },
    });
    expect(await accuracy.checks(connection)).toEqual([
      { whole: true, ended: true, compared: 5, equal: 1, changed_by_people: 2, repaired: 0, gone: 1 },
    ]);
    expect(await sync.list(connection)).toMatchObject([
      { sourceId: 'd', origin: 'check' },
      { sourceId: 'e', origin: 'check' },
    ]);
    expect(await accuracy.findings(connection)).toEqual([
      { sourceId: 'b', verdict: 'changed_by_people', properties: byHand.changedByPeople },
      { sourceId: 'c', verdict: 'gone', properties: [] },
      { sourceId: 'e', verdict: 'changed_by_people', properties: byHand.changedByPeople },
    ]);
  });

  test('When a value stays changed, then it is listed once; when it is as it was written again, then it is listed no more', async () => {
    const connection = await writtenContacts(sync, digestsOf(['a', 'b']));
    for (const standing of [
      { a: byHand, b: byHand },
      { a: byHand, b: byHand },
    ])
      await accuracy.whole(connection, standing);
    expect(await accuracy.findings(connection)).toHaveLength(2);
    await accuracy.whole(connection, { a: byHand });
    expect(await accuracy.findings(connection)).toMatchObject([{ sourceId: 'a' }]);
  });

  test('When a record is due, in hand, was written again or linked to another one since the page was taken, then it is no result', async () => {
    const connection = await writtenContacts(sync, digestsOf(['due', 'moved', 'rewritten', 'same']));
    const held = await accuracy.begin(connection);
    const page = await accuracy.page(held);
    expect(page.records).toHaveLength(4);
    await copyContacts(
      sync,
      connection,
      { rewritten: 'two' },
      {
        outcome: { kind: OutcomeKind.UPDATED, written: 'other' },
      },
    );
    await sync.events(connection, ['due']);
    await database.asAdmin(`update links set hubspot_id = 'another' where source_id = 'moved'`);
    await accuracy.report(held, page, {
      due: repair,
      moved: { isGone: true },
      rewritten: byHand,
      same: byHand,
    });
    expect(await accuracy.checks(connection)).toMatchObject([{ compared: 1, changed_by_people: 1, gone: 0 }]);
    expect(await accuracy.findings(connection)).toMatchObject([{ sourceId: 'same' }]);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'due', origin: 'event' }]);
  });

  test('When its worker dies, then the next one is given the same page; a page that is reported twice is counted once', async () => {
    const connection = await writtenContacts(sync, digestsOf(['a', 'b']));
    const first = await accuracy.begin(connection);
    const page = await accuracy.page(first);
    await sweeps.release(first);
    const second = await accuracy.begin(connection);
    expect(await accuracy.page(second)).toEqual(page);
    await expect(accuracy.report(first, page)).rejects.toMatchObject({ code: 'run.lease_lost' });
    await accuracy.report(second, page, { a: repair });
    await accuracy.report(second, page, { a: repair, b: repair });
    expect(await accuracy.checks(connection)).toMatchObject([{ ended: true, compared: 2, equal: 1 }]);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', seq: 1 }]);
    await sweeps.release(second);
    const third = await accuracy.begin(connection);
    expect(await accuracy.page(third)).toMatchObject({ records: [], next: null });
    await sweeps.end(third);
    expect(await accuracy.checks(connection)).toHaveLength(1);
  });

  test('When nothing is linked, then the comparison is over without a page', async () => {
    const connection = await sync.switchedOn();
    expect(await accuracy.whole(connection)).toEqual([]);
    expect(await accuracy.checks(connection)).toMatchObject([{ ended: true, compared: 0 }]);
  });
});

describe('Which records are compared', () => {
  test('When a connection has more than a sample, then it compares 200 in a row from anywhere; asked for, all of them', async () => {
    const connection = await sync.switchedOn();
    await manyWritten(database, connection, 250);
    const all = Array.from({ length: 250 }, (_, index) => `c-${String(index + 1).padStart(6, '0')}`);
    const sample = await accuracy.whole(connection, {}, { sample: true });
    const from = all.indexOf(sample[0] ?? '');
    expect(sample).toEqual(Array.from({ length: 200 }, (_, index) => all[(from + index) % 250]));
    expect(await accuracy.whole(connection)).toEqual(all);
    await accuracy.whole(connection, {}, { sample: true });
    expect(await accuracy.checks(connection)).toMatchObject([
      { whole: false, compared: 200 },
      { whole: true, compared: 250 },
      { whole: false, compared: 200 },
    ]);
  });

  test('When both kinds are copied, then each has half of the sample; what is due, failed, unlinked, or of which nothing is known, is not in it', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts', 'jobs']);
    await manyWritten(database, connection, 120);
    await sync.events(connection, ['c-000001', 'c-000002']);
    await database.asAdmin(
      `update sync_records set dead_at = now(), due_at = null where source_id = 'c-000002'`,
      `delete from links where source_id = 'c-000003'`,
      `update source_states set written = null where source_id = 'c-000004'`,
    );
    expect(await accuracy.whole(connection, {}, { sample: true })).toHaveLength(100);
    const all = await accuracy.whole(connection);
    expect(all).toHaveLength(116);
    expect(all[0]).toBe('c-000005');
  });
});

describe('When a comparison is due', () => {
  test('When auto-sync is switched on, then it is due within a day, and a day after it began; off, never', async () => {
    const connection = await sync.switchedOn();
    const hours = async () => {
      const row = await database.db.forSystem((tx) =>
        tx.one<{ hours: number | null }>(
          `select (extract(epoch from due_at - clock_timestamp()) / 3600)::float8 as hours
           from portal_sweeps where connection_id = $1`,
          [connection.id],
        ),
      );
      return row.hours;
    };
    const first = await hours();
    expect(first).toBeGreaterThan(0.9);
    expect(first).toBeLessThanOrEqual(24);
    await accuracy.whole(connection);
    expect(await hours()).toBeGreaterThan(22.7);
    await sync.tell(connection, { contacts: null });
    expect(await hours()).toBeNull();
  });

  test('When a worker does not say that it knows the pass, then it is offered none', async () => {
    const connection = await sync.switchedOn();
    const sweepId = await sweeps.idOf(connection, 'portal');
    await sweeps.due(sweepId);
    const isOffered = async (passes?: readonly ['recent', 'all', 'portal']) =>
      (await sweeps.renew([], 1_000, passes)).offers.some((offer) => offer.sweepId === sweepId);
    expect(await isOffered()).toBe(false);
    expect(await isOffered(['recent', 'all', 'portal'])).toBe(true);
  });

  test('When auto-sync is switched off, or leads to another portal, then a page in hand is no result', async () => {
    const connection = await writtenContacts(sync, { a: 'one' });
    const held = await accuracy.begin(connection);
    const page = await accuracy.page(held);
    await sync.change(connection, { hubSpotPortalId: 'another' });
    await expect(accuracy.report(held, page, { a: repair })).rejects.toMatchObject({
      code: 'run.lease_lost',
    });
    expect(await accuracy.whole(connection)).toEqual([]);
  });
});
