import { describe, expect, test } from '@jest/globals';
import { comparedContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const [sweeps, other] = [new SweepUnderTest(orchestrator), new SweepUnderTest(orchestrator)];

const later = `now() + interval '1 hour'`;
/** Nothing else is due, or held. */
const noneElse = (sweepIds: readonly number[]) =>
  database.asAdmin(
    `update all_sweeps set due_at = case when id = any ('{${sweepIds.join()}}') then now() else ${later} end, holder = null`,
  );

const rowsOf = (sweepIds: readonly number[]) =>
  database.db.forSystem((tx) =>
    tx.query<{ last_records: number; last_calls: number; holder: string | null; is_due: boolean }>(
      `select last_records, last_calls, holder, due_at <= clock_timestamp() as is_due from sweeps
       where id = any ($1::integer[]) order by id`,
      [sweepIds],
    ),
  );

describe('Several sweeps are reported in one call', () => {
  test('When each has read all, then each is compared with the states of its own connection, and each has ended', async () => {
    const one = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    const two = await comparedContacts(sync, sweeps, { a: 'two', b: 'two' });
    const held = [await sweeps.of(one), await sweeps.of(two)] as const;
    const lost = await sweeps.reportWhole([
      [held[0], page({ a: 'one', b: 'changed' })],
      [held[1], page({ a: 'one', b: 'two' })],
    ]);
    expect(lost).toEqual([]);
    expect(await sync.list(one)).toMatchObject([{ sourceId: 'b', origin: 'sweep' }]);
    expect(await sync.list(two)).toMatchObject([{ sourceId: 'a', origin: 'sweep' }]);
    expect(await sweeps.findings(two)).toEqual([{ sourceId: 'a', verdict: 'open', name: 'Name a' }]);
    const ended = { last_records: 2, last_calls: 2, holder: null, is_due: false };
    expect(await rowsOf(held.map(({ sweepId }) => sweepId))).toEqual([ended, ended]);
  });

  test('When two of one connection show the same record, then it is due, and noted, once', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await database.asAdmin(`update sync_connections set existing_noted = '{"contact": true}'`);
    const held = [await sweeps.of(connection, 'recent'), await sweeps.of(connection)] as const;
    const record = swept('a', 'changed');
    expect(
      await sweeps.reportWhole([
        [held[0], [record]],
        [held[1], [record]],
      ]),
    ).toEqual([]);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', seq: 1 }]);
    expect(await sweeps.findings(connection)).toHaveLength(1);
  });

  test('When the lease of one is lost, then its report is rejected, and the other one is accepted', async () => {
    const one = await comparedContacts(sync, sweeps, { a: 'one' });
    const two = await comparedContacts(sync, sweeps, { a: 'one' });
    const [first, held] = [await sweeps.of(one), await sweeps.of(two)];
    await sweeps.release(first);
    await other.claim(first.sweepId);
    expect(
      await sweeps.reportWhole([
        [first, page({ a: 'two' })],
        [held, page({ a: 'two' })],
      ]),
    ).toEqual([first.sweepId]);
    expect(await sync.list(one)).toEqual([]);
    expect(await sync.list(two)).toMatchObject([{ sourceId: 'a' }]);
    expect(await rowsOf([first.sweepId])).toMatchObject([{ holder: other.processId }]);
  });
});

describe('Due sweeps come with a renewal', () => {
  test('When a worker takes grants, then it has the leases, and no other worker is offered them', async () => {
    const connections = [await sync.switchedOn(), await sync.switchedOn()];
    const ids: number[] = [];
    for (const connection of connections) ids.push(await sweeps.idOf(connection, 'recent'));
    await noneElse(ids);
    const { grants, offers } = await sweeps.renew([], 5, ['recent', 'all'], true);
    expect(grants.map(({ sweepId }) => sweepId).toSorted((a, b) => a - b)).toEqual(ids);
    expect(offers).toEqual([]);
    const rest = await other.renew([], 5, ['recent', 'all'], true);
    expect([rest.grants, rest.offers]).toEqual([[], []]);
    const [grant] = grants;
    if (!grant) throw new Error('No sweep was granted');
    expect((await sweeps.renew([grant])).sweeps).toEqual([{ sweepId: grant.sweepId, state: 'held' }]);
    await sweeps.page(grant, []);
  });

  test('When more are due than it has places, then the others are granted to the next worker', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(await sweeps.idOf(await sync.switchedOn(), 'recent'));
    await noneElse(ids);
    const first = await sweeps.renew([], 2, ['recent'], true);
    const second = await other.renew([], 5, ['recent'], true);
    expect([first.grants.length, second.grants.length]).toEqual([2, 1]);
  });
});
