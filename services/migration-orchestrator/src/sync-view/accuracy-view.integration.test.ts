import { describe, expect, test } from '@jest/globals';
import { compareWithHubspot, getAccuracy, listAccuracyFindings, type Connection } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { forgetOldRecords } from '../retention/retention.ts';
import { AccuracyUnderTest, writtenContacts } from '../testing/accuracy-under-test.ts';
import { copyContacts } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);
const accuracy = new AccuracyUnderTest(orchestrator, sweeps);
const [roofers, others] = [orchestrator.person('roofers'), orchestrator.person('others')];

const ofConnection = ({ id }: Connection) => ({ params: { id: String(id) } });
const byHand = { changedByPeople: [{ property: 'phone', by: 'CRM_UI' }] };
const changed = { verdict: 'changed_by_people' } as const;
const none = { compared: 0, equal: 0, changedByPeople: 0, repaired: 0, gone: 0, repairing: 0 };

describe('What people see of comparisons with HubSpot', () => {
  test('When none has ended, then the next one is shown; while one runs, how many it has compared; then its results', async () => {
    const connection = await writtenContacts(sync, { a: 'one', b: 'one', c: 'one', d: 'one' });
    const status = () => roofers(getAccuracy, ofConnection(connection));
    const listed = { changed_by_people: 0, repaired: 0, gone: 0 };
    expect(await status()).toEqual({
      ...none,
      lastAt: null,
      nextAt: expect.any(String),
      whole: false,
      underWay: null,
      listed,
    });
    const held = await accuracy.begin(connection);
    expect(await status()).toMatchObject({ lastAt: null, nextAt: null, underWay: 0 });
    const page = await accuracy.page(held);
    await accuracy.report(
      held,
      { ...page, next: page.place },
      { b: byHand, c: { isGone: true }, d: { differing: ['city'] } },
    );
    expect(await status()).toMatchObject({ ...none, lastAt: null, underWay: 4, repairing: 1 });
    await sweeps.release(held);
    await database.asAdmin(`update sync_records set origin = 'event'`);
    await accuracy.whole(connection, { b: byHand, c: { isGone: true } });
    expect(await status()).toEqual({
      ...{ compared: 7, equal: 2, changedByPeople: 2, repaired: 0, gone: 2, repairing: 0 },
      lastAt: expect.any(String),
      nextAt: expect.any(String),
      whole: true,
      underWay: null,
      listed: { ...listed, changed_by_people: 1, gone: 1 },
    });
  });

  test('When a record is written again, then what people had changed is listed no more', async () => {
    const connection = await writtenContacts(sync, { a: 'one', b: 'one' });
    await accuracy.whole(connection, { a: byHand, b: byHand });
    await copyContacts(
      sync,
      connection,
      { a: 'two' },
      { outcome: { kind: OutcomeKind.UPDATED, written: 'w' } },
    );
    const { findings, hasMore } = await roofers(listAccuracyFindings, {
      ...ofConnection(connection),
      query: changed,
    });
    expect(findings).toEqual([
      {
        id: expect.any(Number),
        kind: 'contact',
        sourceId: 'b',
        hubspotId: 'hs-b',
        name: 'Name b',
        verdict: 'changed_by_people',
        properties: byHand.changedByPeople,
        foundAt: expect.any(String),
      },
    ]);
    expect(hasMore).toBe(false);
    expect(await roofers(getAccuracy, ofConnection(connection))).toMatchObject({
      listed: { changed_by_people: 1 },
    });
  });

  test('When there are more findings than a page has, then the older ones follow', async () => {
    const connection = await sync.switchedOn();
    await database.asAdmin(
      `insert into accuracy_findings (connection_id, company_id, kind, source_id, hubspot_id, verdict, properties)
       select ${String(connection.id)}, 'roofers', 'contact', 'c-' || n, 'h', 'repaired', '[]' from generate_series(1, 70) n`,
    );
    const query = { verdict: 'repaired' } as const;
    const first = await roofers(listAccuracyFindings, { ...ofConnection(connection), query });
    expect(first.hasMore).toBe(true);
    const before = String(first.findings.at(-1)?.id);
    const second = await roofers(listAccuracyFindings, {
      ...ofConnection(connection),
      query: { ...query, before },
    });
    expect([first.findings.length, second.findings.length, second.hasMore]).toEqual([50, 20, false]);
  });

  test('When a comparison of all is asked for, then it is due now, also where one is under way', async () => {
    const connection = await writtenContacts(sync, { a: 'one' });
    const held = await accuracy.begin(connection, { sample: true });
    await accuracy.page(held);
    expect(await roofers(compareWithHubspot, ofConnection(connection))).toEqual({ started: 1 });
    await sweeps.end(held);
    const next = await sweeps.claim(held.sweepId);
    await accuracy.page(next);
    expect(await accuracy.checks(connection)).toMatchObject([{ whole: true }, { whole: false }]);
    await sweeps.release(next);
  });

  test('When another company asks, then it learns nothing and starts nothing', async () => {
    const connection = await writtenContacts(sync, { a: 'one' });
    await accuracy.whole(connection, { a: byHand });
    const asked = [
      () => others(getAccuracy, ofConnection(connection)),
      () => others(listAccuracyFindings, { ...ofConnection(connection), query: changed }),
      () => others(compareWithHubspot, ofConnection(connection)),
    ];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'connection.not_found' });
  });

  test('When auto-sync was never on, then nothing is compared', async () => {
    const connection = orchestrator.connection('roofers');
    expect(await roofers(getAccuracy, ofConnection(connection))).toMatchObject({ ...none, lastAt: null });
    expect(await roofers(compareWithHubspot, ofConnection(connection))).toEqual({ started: 0 });
    const query = changed;
    expect(await roofers(listAccuracyFindings, { ...ofConnection(connection), query })).toEqual({
      findings: [],
      hasMore: false,
    });
  });
});

test('When comparisons are older than records are kept, then they are forgotten; what people changed stays as long as it is met', async () => {
  const connection = await writtenContacts(sync, { a: 'one', b: 'one' });
  await accuracy.whole(connection, { a: byHand, b: byHand });
  await database.asAdmin(
    `update accuracy_findings set found_at = now() - interval '40 days'`,
    `update accuracy_checks set started_at = now() - interval '40 days'`,
    `update accuracy_findings set seen_at = now() - interval '40 days' where source_id = 'b'`,
  );
  await forgetOldRecords(database.db, 30);
  expect(await accuracy.checks(connection)).toEqual([]);
  expect(await accuracy.findings(connection)).toMatchObject([{ sourceId: 'a' }]);
  await sync.tell(connection, { deleted: true });
  expect(await accuracy.findings(connection)).toEqual([]);
});
