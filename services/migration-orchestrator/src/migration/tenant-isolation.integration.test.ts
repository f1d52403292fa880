import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OutcomeKind } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { createMigration } from '@ridgeline/contracts';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit';
import { startOrchestrator, type OrchestratorUnderTest } from '../test-support/orchestrator-under-test.ts';
import { aCreateWithout } from '../test-support/worker-under-test.ts';

let database: TestDatabase;
let orchestrator: OrchestratorUnderTest;

beforeAll(async () => {
  database = await testDatabase('migration');
  orchestrator = await startOrchestrator(database.db);
  const connection = orchestrator.connection('roofers');
  const { id } = await orchestrator.person('roofers')(
    createMigration,
    { body: { connectionId: connection.id, migrationType: 'contacts' } },
    { idempotencyKey: newId() },
  );
  const worker = orchestrator.worker();
  const run = { migrationId: id, epoch: (await worker.claim(id)).epoch };
  await worker.identities(run, 1, [{ sourceId: 'a', email: 'a@example.com' }]);
  await worker.plan(run, 1, [aCreateWithout('a', 'b@example.com')]);
  await worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
});

afterAll(async () => {
  await orchestrator[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** The tables that must not be company scoped: they belong to the service itself. */
const ownTables = ['inbox', 'outbox', 'schema_migrations', 'schema_migrations_lock'];

async function companyTables(): Promise<string[]> {
  const rows = await database.db.forSystem((tx) =>
    tx.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'migration'`),
  );
  return rows.map(({ name }) => name).filter((name) => !ownTables.includes(name));
}

const countIn = (companyId: string, table: string) =>
  database.db.forCompany(companyId, async (tx) => {
    const { count } = await tx.one<{ count: number }>(`select count(*) from ${table}`);
    return count;
  });

describe('row-level security', () => {
  test('Every table but the own ones hides its rows from other companies, whatever the query says', async () => {
    const tables = await companyTables();
    expect(tables.length).toBeGreaterThanOrEqual(10);
    for (const table of tables) {
      expect({ table, own: await countIn('roofers', table) }).not.toEqual({ table, own: 0 });
      expect({ table, foreign: await countIn('strangers', table) }).toEqual({ table, foreign: 0 });
    }
  });

  test('A company can neither change nor take over rows of another one', async () => {
    const changed = await database.db.forCompany('strangers', (tx) =>
      tx.query(`update migrations set status = 'cancelled', completed_at = now() returning id`),
    );
    expect(changed).toEqual([]);
    const planted = database.db.forCompany('strangers', (tx) =>
      tx.query(`insert into company_sequences (company_id, last_sequence) values ('tilers', 1)`),
    );
    await expect(planted).rejects.toMatchObject({ code: 'server.failed' });
  });
});
