import { describe, expect, test } from '@jest/globals';
import {
  allMigrations,
  cancelMigration,
  currentMigrations,
  findMigrations,
  listMigrations,
  type CallInput,
} from '@ridgeline/contracts';
import { testDatabase } from '@ridgeline/testkit';
import { measured } from '../testing/measured-database.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();

type Filter = Omit<NonNullable<CallInput<typeof findMigrations>['query']>, 'page'>;

const ask = (query: Filter & { page?: number } = {}) =>
  orchestrator.person('roofers')(findMigrations, { query: { page: 1, ...query } });

const idsOf = async (query: Filter) => (await ask(query)).migrations.map(({ id }) => id);

describe('the history', () => {
  test('Filters combine and ignore case, and a search takes every character literally', async () => {
    const denver = orchestrator.connection('roofers', {
      name: 'Summit 100%_ Denver',
      hubSpotPortalId: '77001',
    });
    const waco = orchestrator.connection('roofers', { name: 'Brazos Waco', hubSpotPortalId: '77002' });
    const jobs = await orchestrator.migration('roofers', denver, 'jobs');
    const contacts = await orchestrator.migration('roofers', denver);
    const other = await orchestrator.migration('roofers', waco);
    await database.asAdmin(
      `update migrations set created_at = '2026-03-05T12:00:00Z' where id = ${jobs.id}`,
      `update migrations set status = 'cancelled', completed_at = now() where id = ${other.id}`,
    );
    const both = [contacts.id, jobs.id];
    expect(await idsOf({ search: 'summit' })).toEqual(both);
    expect(await idsOf({ search: '100%_' })).toEqual(both);
    expect(await idsOf({ search: 'S_mmit' })).toEqual([]);
    expect(await idsOf({ search: 'x\u0000' })).toEqual([]);
    expect(await idsOf({ search: '77002' })).toEqual([other.id]);
    expect(await idsOf({ search: `#${String(jobs.id)}`, type: 'jobs' })).toEqual([jobs.id]);
    expect(await idsOf({ connection: String(denver.id), type: 'contacts' })).toEqual([contacts.id]);
    expect(await idsOf({ connection: String(waco.id), status: 'queued' })).toEqual([]);
    expect(await idsOf({ connection: String(waco.id), status: 'cancelled' })).toEqual([other.id]);
    expect(await idsOf({ from: '2026-03-05', to: '2026-03-05' })).toEqual([jobs.id]);
    expect(await idsOf({ from: '2026-03-05T12:00:00Z', to: '2026-03-05T12:00:01Z' })).toEqual([jobs.id]);
    expect(await idsOf({ to: '2026-03-05T12:00:00Z' })).toEqual([]);
    // Without a page the answer is a list, also filtered.
    const list = await orchestrator.person('roofers')(
      { ...listMigrations, answer: allMigrations.answer },
      {
        query: { type: 'jobs' },
      },
    );
    expect(list.map(({ id }) => id)).toEqual([jobs.id]);
  });

  test.each([
    { page: 0 },
    { page: 1.5 },
    { page: 'first' },
    { status: 'dancing' },
    { type: 'leads' },
    { connection: '1e3' },
    { search: 'x'.repeat(101) },
    { from: '2026' },
    { to: '2026-02-31' },
  ])('When %j is asked for, then it is refused, and the answer names it', async (wrong) => {
    const [name = ''] = Object.keys(wrong);
    const answer = ask(wrong as Filter);
    const code = name === 'from' || name === 'to' ? 'request.day_or_moment' : 'request.invalid';
    await expect(answer).rejects.toMatchObject({ status: 400, code });
    await expect(answer).rejects.toHaveProperty(['fields', name]);
  });
});

test('What is of interest now: what is open, and what ended last of each connection and type, by each way to end', async () => {
  const ask = orchestrator.person('deciders');
  const [north, south] = [orchestrator.connection('deciders'), orchestrator.connection('deciders')];
  const ended = async (connection: typeof north, type?: 'jobs') => {
    const { id } = await orchestrator.migration('deciders', connection, type);
    await ask(cancelMigration, { params: { id: String(id) } });
    return id;
  };
  const endsAs = (id: number, change: string) =>
    orchestrator.db.forSystem((tx) => tx.query(`update migrations set ${change} where id = $1`, [id]));
  const older = await ended(north);
  await endsAs(older, `status = 'completed'`);
  const [retried, completed] = [await ended(north), await ended(north)];
  await endsAs(retried, `status = 'completed'`);
  await endsAs(completed, `status = 'completed', follows = ${String(retried)}, follows_as = 'retry'`);
  const failed = await ended(north);
  await endsAs(failed, `status = 'failed'`);
  await ended(south);
  const [jobs, contacts] = [await ended(north, 'jobs'), await ended(north)];
  const [last, ...open] = [
    await ended(south),
    (await orchestrator.migration('deciders', north)).id,
    (await orchestrator.migration('deciders', north)).id,
  ];
  const ids = (await ask(currentMigrations)).map(({ id }) => id);
  expect(ids).toEqual([...open.toReversed(), last, contacts, jobs, failed, completed, retried]);
  expect(await orchestrator.person('others')(currentMigrations)).toEqual([]);
});

test('Of 12,000 migrations among 60,000 of others, unknown to the statistics, any page is found by one look at an index', async () => {
  await using own = await testDatabase('migration');
  const measure = measured(own.db);
  await using service = await startOrchestrator(own.db, { pools: { people: measure.db } });
  const model = await service.migration('busy');
  await own.asAdmin(
    `alter table migrations set (autovacuum_enabled = false)`,
    `insert into migrations (company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
       batch_size, concurrency, delay_ms, kind, options, status, version, started_at, completed_at, created_at)
     select case when n % 6 = 0 then 'busy' else 'other ' || n % 50 end, created_by, 1 + n % 40, 'Connection ' || 1 + n % 40,
       'portal ' || n, migration_type, batch_size, concurrency, delay_ms, kind, options,
       case n % 4 when 0 then 'failed' else 'completed' end, 1, now(), now(), now() - n * interval '1 minute'
     from migrations, generate_series(1, 72000) n where id = ${String(model.id)}`,
  );
  const find = (query: Filter & { page?: number }) =>
    service.person('busy')(findMigrations, { query: { page: 1, ...query } });
  for (const query of [
    {},
    { page: 300 },
    { page: 1_000_000 },
    { status: 'failed' },
    { search: 'connection 12', page: 3 },
    { connection: '12', from: '2020-01-01' },
  ] as const) {
    const before = await measure.rowsRead();
    const { total, page, migrations } = await find(query);
    // The company's own entries once, and the rows of the page.
    expect((await measure.rowsRead()) - before).toBeLessThan(12_001 + 200);
    expect(migrations.length).toBe(Math.min(25, total - (page - 1) * 25));
  }
  const before = await measure.rowsRead();
  const current = await service.person('busy')(currentMigrations);
  expect((await measure.rowsRead()) - before).toBeLessThan(12_001 + 300);
  expect(current.length).toBeLessThan(100);
  expect(await find({ page: 1_000_000 })).toMatchObject({ total: 12_001, page: 481, pageSize: 25 });
  expect((await find({ status: 'failed' })).total).toBe(6_000);
}, 60_000);
