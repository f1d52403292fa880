import { describe, expect, test } from '@jest/globals';
import { createMigration, allMigrations, type Connection } from '@ridgeline/contracts';
import { cancelOpenMigrations, countOpenMigrations } from '@ridgeline/contracts/internal';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { openOfConnection } from './migration-store.postgres.ts';

const { database, orchestrator } = await orchestratorOfFile();
const headers = { 'x-client-address': '198.51.100.7', 'user-agent': 'Firefox' };

const countOpen = async ({ id }: Connection, companyId = 'roofers'): Promise<number> => {
  const input = { params: { id: String(id) }, query: { companyId } };
  return (await orchestrator.service(countOpenMigrations, input)).open;
};

const cancelOpen = async ({ id }: Connection, companyId = 'roofers'): Promise<number> => {
  const input = { params: { id: String(id) }, body: { companyId, userId: 7 } };
  return (await orchestrator.service(cancelOpenMigrations, input, { headers })).cancelled;
};

describe('When a connection is about to be deleted', () => {
  test('What runs or waits of it is counted, and nothing else', async () => {
    const [connection, other] = [orchestrator.connection('roofers'), orchestrator.connection('roofers')];
    expect(await countOpen(connection)).toBe(0);
    const run = await orchestrator.run('roofers', connection);
    await orchestrator.migration('roofers', connection);
    await orchestrator.migration('roofers', other);
    expect([await countOpen(connection), await countOpen(other)]).toEqual([2, 1]);
    expect(await countOpen(connection, 'tilers')).toBe(0);
    await run.worker.finish(run, 0);
    expect(await countOpen(connection)).toBe(1);
  });

  test('What runs or waits is cancelled as by a person: told, kept in the trail, and none of it starts', async () => {
    const [connection, other] = [orchestrator.connection('roofers'), orchestrator.connection('roofers')];
    const run = await orchestrator.run('roofers', connection);
    const running = run.migration;
    const waiting = [
      await orchestrator.migration('roofers', connection),
      await orchestrator.migration('roofers', connection),
    ];
    const untouched = await orchestrator.migration('roofers', other);
    const before = (await orchestrator.deeds()).length;

    expect(await cancelOpen(connection)).toBe(3);
    for (const migration of [running, ...waiting]) {
      const seen = await orchestrator.look(migration);
      expect(seen).toMatchObject({ status: 'cancelled', failureMessage: null });
      expect((await orchestrator.updates(migration.id)).at(-1)).toEqual(seen);
    }
    for (const { id } of waiting) expect(await orchestrator.commandedAttempts(id)).toEqual([]);
    expect(await orchestrator.look(untouched)).toMatchObject({ status: 'queued' });
    expect((await orchestrator.deeds()).slice(before)).toEqual(
      [...waiting.toReversed(), running].map(({ id }) =>
        expect.objectContaining({
          action: 'migration-cancelled',
          actorId: 7,
          companyId: 'roofers',
          address: '198.51.100.7',
          userAgent: 'Firefox',
          detail: `#${id}: its connection was deleted`,
        }),
      ),
    );
    // The worker that holds the run is notified.
    await expect(run.worker.planCreates(run, 1, ['c-1'])).rejects.toMatchObject({ code: 'run.cancelled' });
    expect(await cancelOpen(connection)).toBe(0);
  });

  test("Another company's migrations stay", async () => {
    const connection = orchestrator.connection('roofers');
    const migration = await orchestrator.migration('roofers', connection);
    expect(await cancelOpen(connection, 'tilers')).toBe(0);
    expect(await orchestrator.look(migration)).toMatchObject({ status: 'queued' });
  });
});

describe('When a connection was deleted', () => {
  test('Its migrations stay in the history with its name, and a new one is refused', async () => {
    const connection = orchestrator.connection('slaters', { name: 'Closed branch' });
    const { id } = await orchestrator.migration('slaters', connection);
    expect(await cancelOpen(connection, 'slaters')).toBe(1);
    orchestrator.deleteConnection(connection);
    const slaters = orchestrator.person('slaters');
    expect(await slaters(allMigrations)).toMatchObject([
      { id, status: 'cancelled', connectionId: connection.id, connectionName: 'Closed branch' },
    ]);
    const body = { connectionId: connection.id, migrationType: 'contacts' } as const;
    await expect(slaters(createMigration, { body })).rejects.toMatchObject({
      status: 404,
      code: 'connection.not_found',
    });
  });
});

test('Among 100,000 migrations those of a connection are found by an index, without reading the others', async () => {
  await database.asAdmin(
    `insert into migrations (company_id, created_by, connection_id, connection_name, hubspot_portal_id,
       migration_type, kind, batch_size, concurrency, delay_ms, options, status, completed_at)
     select 'many', 1, 1000 + n % 50, 'Main office', 'portal ' || n % 50, 'contacts', 'contact', 10, 1, 0, '{}',
       case when n % 100 = 0 then 'queued' else 'completed' end, case when n % 100 = 0 then null else now() end
     from generate_series(1, 100000) n`,
  );
  await database.asAdmin('analyze migrations');
  const of = { companyId: 'many', connectionId: 1000 };
  const plans: string[] = [];
  await database.db.forCompany('many', async (tx) => {
    const explaining: typeof tx = {
      ...tx,
      query: async (sql, params) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${sql}`, params);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [];
      },
    };
    await openOfConnection(explaining, of);
    expect(await openOfConnection(tx, of)).toHaveLength(1_000);
  });
  expect(plans.join()).toContain('migrations_open');
  expect(plans.join()).not.toContain('Seq Scan');
});
