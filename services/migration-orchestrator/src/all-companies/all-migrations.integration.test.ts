import { describe, expect, test } from '@jest/globals';
import {
  attentionOfCompanies,
  cancelMigration,
  exportLogsCsv,
  getMigration,
  getMigrationLogs,
  getSync,
  getTallies,
  listAllMigrations,
  type CallInput,
} from '@ridgeline/contracts';
import { testDatabase } from '@ridgeline/testkit';
import { measured } from '../testing/measured-database.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const staff = orchestrator.person('staff', { administrator: true });

type Query = NonNullable<CallInput<typeof listAllMigrations>['query']>;
const idsOf = async (query: Query = {}) =>
  (await staff(listAllMigrations, { query })).migrations.map(({ id }) => id);
const byId = (id: number) => ({ params: { id: String(id) } });
const change = (id: number, columns: string) =>
  database.asAdmin(`update migrations set ${columns} where id = ${String(id)}`);

describe('The migrations of all companies', () => {
  test('When an administrator asks, then those of all companies come with whose they are, the newest first, and filters combine', async () => {
    const summit = orchestrator.connection('summit', { acculynxCompanyName: 'Summit Roofing' });
    const brazos = orchestrator.connection('brazos', { acculynxCompanyName: 'Brazos Roofing' });
    const one = await orchestrator.migration('summit', summit);
    const two = await orchestrator.migration('brazos', brazos, 'jobs');
    const three = await orchestrator.migration('summit', summit);
    await change(two.id, `status = 'failed', completed_at = now()`);

    const { migrations, next } = await staff(listAllMigrations);
    expect(migrations.map(({ id, companyId }) => [id, companyId])).toEqual([
      [three.id, 'summit'],
      [two.id, 'brazos'],
      [one.id, 'summit'],
    ]);
    expect(next).toBeNull();
    expect(await idsOf({ status: 'failed' })).toEqual([two.id]);
    expect(await idsOf({ company: 'summit' })).toEqual([three.id, one.id]);
    expect(await idsOf({ company: 'summit', type: 'jobs' })).toEqual([]);
    expect(await idsOf({ search: 'BRAZOS' })).toEqual([two.id]);
    expect(await idsOf({ search: 'brazos', company: 'summit' })).toEqual([]);
    expect(await idsOf({ search: `#${String(one.id)}` })).toEqual([one.id]);
    expect(await idsOf({ before: String(three.id) })).toEqual([two.id, one.id]);
    const lists = (await orchestrator.deeds()).filter(({ action }) => action === 'companies-viewed');
    expect(lists.map(({ detail }) => detail)).toEqual(['migrations of all companies']);
  });

  test('When a user of a company asks for what is of all companies, then it is refused', async () => {
    const user = orchestrator.person('summit');
    for (const endpoint of [listAllMigrations, attentionOfCompanies])
      await expect(user(endpoint, {})).rejects.toMatchObject({ status: 403 });
  });
});

describe('What needs attention in all companies', () => {
  test('When a migration failed or had records rejected, then it is listed until one of its connection and type completes; deleted connections are not', async () => {
    const failing = orchestrator.connection('failing', { acculynxCompanyName: 'Failing Roofs' });
    const gone = orchestrator.connection('gone');
    const end = async (connection: typeof failing, columns: string) => {
      const { id } = await orchestrator.migration(connection.companyId, connection);
      await change(id, `completed_at = now(), ${columns}`);
      return id;
    };
    const rejected = `status = 'completed', target_count = 2, error_count = 2`;
    await end(failing, rejected);
    const last = await end(failing, `status = 'failed'`);
    await end(failing, `status = 'cancelled'`);
    await end(gone, `status = 'failed'`);
    orchestrator.deleteConnection(gone);

    const found = await staff(attentionOfCompanies);
    expect(found.migrations.map(({ id, companyId }) => [id, companyId])).toContainEqual([last, 'failing']);
    expect(found.migrations.filter(({ companyId }) => companyId === 'failing')).toHaveLength(1);
    expect(found.migrations.filter(({ companyId }) => companyId === 'gone')).toEqual([]);
    expect(found.companies).toContainEqual({ companyId: 'failing', name: 'Failing Roofs' });
    const again = await end(failing, rejected);
    const ofFailing = async () =>
      (await staff(attentionOfCompanies)).migrations.flatMap(({ id, companyId }) =>
        companyId === 'failing' ? id : [],
      );
    expect(await ofFailing()).toEqual([again]);
    await end(failing, `status = 'completed'`);
    expect(await ofFailing()).toEqual([]);
  });

  test('When auto-sync failed to copy records or is behind, then it is listed with its connection', async () => {
    const [late, dead, fine] = ['late', 'dead', 'fine'].map((name) =>
      orchestrator.connection('syncing', { name }),
    );
    for (const [one, columns] of [
      [late, `waiting_count = 1, dead_count = 0`],
      [dead, `waiting_count = 0, dead_count = 3`],
      [fine, `waiting_count = 0, dead_count = 0`],
    ] as const) {
      const id = String(one?.id);
      await database.asAdmin(
        `with s as (insert into syncs (portal_queue) values ('portal ${id}') returning id)
         insert into sync_connections (connection_id, company_id, sync_id, revision, since, options)
         select ${id}, 'syncing', s.id, 1, '{"contact": "2026-01-01T00:00:00Z"}', '{}' from s`,
        `update sync_connections set ${columns} where connection_id = ${id}`,
      );
    }
    await database.asAdmin(
      `insert into sync_records (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at)
       values (${String(late?.id)}, 'contact', 'c1', 'syncing', now(), 'event', now() - interval '2 hours', now())`,
    );
    const { syncs } = await staff(attentionOfCompanies);
    expect(
      syncs.map(({ connectionName, companyId, deadLetters }) => [connectionName, companyId, deadLetters]),
    ).toEqual([
      ['late', 'syncing', 0],
      ['dead', 'syncing', 3],
    ]);
  });
});

describe("An administrator at another company's migration", () => {
  test('When it is looked at, then it is answered as to its users, the audit trail has one line, and nothing can be changed', async () => {
    const connection = orchestrator.connection('viewed');
    const { id } = await orchestrator.migration('viewed', connection);
    expect(await staff(getMigration, byId(id))).toMatchObject({ id, companyId: 'viewed' });
    await staff(getMigrationLogs, byId(id));
    await staff(getTallies, byId(id));
    expect(await staff(getSync, byId(connection.id))).toMatchObject({ state: 'off' });
    const looks = [
      `migration #${String(id)} of company viewed`,
      `auto-sync of connection #${String(connection.id)} of company viewed`,
    ];
    const lines = (await orchestrator.deeds()).filter(({ detail }) => looks.some((look) => look === detail));
    expect(
      lines.map(({ action, detail, actorId, companyId }) => [action, detail, actorId, companyId]),
    ).toEqual([['companies-viewed', looks[0], 1, 'staff']]);
    await expect(staff(cancelMigration, byId(id))).rejects.toMatchObject({ status: 404 });
    expect(await orchestrator.person('viewed')(getMigration, byId(id))).toMatchObject({ status: 'queued' });
  });

  test('When they download its log, then the audit trail names them by their own company', async () => {
    const { id } = await orchestrator.migration('exported');
    const file = await orchestrator.download('staff', exportLogsCsv, byId(id), { administrator: true });
    expect(file.status).toBe(200);
    expect((await orchestrator.deeds()).at(-1)).toMatchObject({
      action: 'migration-exported',
      actorId: 1,
      companyId: 'staff',
    });
  });

  test('When a user of another company asks, then it does not exist', async () => {
    const { id } = await orchestrator.migration('viewed');
    for (const endpoint of [getMigration, getMigrationLogs, getTallies])
      await expect(orchestrator.person('others')(endpoint, byId(id))).rejects.toMatchObject({ status: 404 });
  });
});

test('Of 120,000 migrations, unknown to the statistics, administrators read a page of an index, whatever they filter', async () => {
  await using own = await testDatabase('migration');
  const measure = measured(own.db);
  await using service = await startOrchestrator(own.db, { pools: { people: measure.db } });
  const model = await service.migration('busy');
  service.connection('company 7', { acculynxCompanyName: 'Seventh' });
  await own.asAdmin(
    `alter table migrations set (autovacuum_enabled = false)`,
    `insert into migrations (company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
       batch_size, concurrency, delay_ms, kind, options, status, version, started_at, completed_at, created_at)
     select 'company ' || n % 500, created_by, 1 + n % 1000, 'Connection ' || 1 + n % 1000,
       'portal ' || n, migration_type, batch_size, concurrency, delay_ms, kind, options,
       case when n % 20000 = 0 then 'failed' else 'completed' end, 1, now(), now() - n * interval '1 minute', now()
     from migrations, generate_series(1, 120000) n where id = ${String(model.id)}`,
  );
  const someone = service.person('staff', { administrator: true });
  for (const query of [
    {},
    { before: '60000' },
    { status: 'failed' },
    { status: 'completed', before: '500' },
    { company: 'company 3' },
    { company: 'company 3', status: 'failed' },
    { search: 'seventh' },
  ] as const) {
    const before = await measure.rowsRead();
    await someone(listAllMigrations, { query });
    // A page, or what one company has.
    expect((await measure.rowsRead()) - before).toBeLessThan(600);
  }
  const before = await measure.rowsRead();
  const { migrations } = await someone(attentionOfCompanies);
  expect((await measure.rowsRead()) - before).toBeLessThan(600);
  expect(migrations).toEqual([]);
}, 60_000);
