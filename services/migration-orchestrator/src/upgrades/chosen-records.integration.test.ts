import { expect, test } from '@jest/globals';
import { retryMigration } from '@ridgeline/contracts';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { forgetOldRecords } from '../retention/retention.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { schemaSteps } from './schema-steps.ts';

/** A migration that ended this many days ago, with a failed contact. */
const failed = (id: number, daysAgo: number) => [
  `insert into migrations (id, company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
     batch_size, concurrency, delay_ms, kind, options, status, epoch, completed_at)
   overriding system value
   values (${String(id)}, 'roofers', 1, 3, 'Main', '77', 'contacts', 10, 1, 0, 'contact', '{}', 'failed', 1,
     now() - interval '${String(daysAgo)} days')`,
  `select make_record_block(${String(id)})`,
  `insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome, reason)
   values (${String(id)}, 'a', 'contact', 'roofers', 1, 'failed', 'invalid_value')`,
];

const blocksOf = `
  select inhrelid::regclass::text as name from pg_inherits where inhparent = 'chosen_records'::regclass order by 1`;

test('When a database with failed records is upgraded, then they are retried in the block that was there, blocks of the release before hold choices too, and old ones are dropped with the rest', async () => {
  await using database = await formerDatabase();
  await database.run(...(await schemaSteps(1, 31)));
  await database.asOwner(...failed(1, 400), ...failed(205, 1));
  await database.asOwner(`select setval('migrations_id_seq', 210)`);
  await database.run(...(await schemaSteps(32)));
  await using orchestrator = await startOrchestrator(database.db);
  orchestrator.connection('roofers', { id: 3, hubSpotPortalId: '77' });
  const retry = (id: number) =>
    orchestrator.person('roofers')(retryMigration, {
      params: { id: String(id) },
      body: { dryRun: false, outcome: 'failed' },
    });
  const made = await retry(205);
  const worker = orchestrator.worker();
  const { epoch } = await worker.claim(made.id);
  expect(await worker.chosenRecords({ migrationId: made.id, epoch })).toMatchObject({
    records: [{ sourceId: 'a', name: null }],
    total: 1,
  });

  // Creates a migration as the previous release does.
  await database.asOwner(`select make_record_block(300)`, `select make_record_block(1)`);
  expect(await database.rows(blocksOf)).toEqual(
    [0, 200, 300].map((first) => ({ name: `chosen_records_from_${String(first)}` })),
  );
  expect(await forgetOldRecords(database.db, 90)).toMatchObject({ blocksDropped: 2 });
  expect(await database.rows(blocksOf)).toEqual([{ name: 'chosen_records_from_200' }]);
});
