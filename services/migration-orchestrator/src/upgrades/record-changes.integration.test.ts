import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { changedRecords } from '../record-changes/record-changes.ts';
import { schemaSteps } from './schema-steps.ts';

/** A record of migration 1, planned and counted as in the previous release. */
const former = (batch: number, id: string, name: string): readonly string[] => [
  `insert into batches (migration_id, batch, company_id, epoch, revision, kind, record_count, records, done_at)
   values (1, ${batch}, 'roofers', 1, 1, 'contact', 1, '[{"sourceId": "${id}", "name": "${name}", "action": "create",
     "warnings": [{"code": "text_cut", "message": "cut"}], "properties": {"city": "Waco"}}]', now())`,
  `insert into planned_records (migration_id, source_id, kind, company_id, batch)
   values (1, '${id}', 'contact', 'roofers', ${batch})`,
  `insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome, hubspot_id, name)
   values (1, '${id}', 'contact', 'roofers', ${batch}, 'created', 'hs-${id}', '${name}')`,
];

test('When a database with counted records is upgraded, then they are listed and found by their names, and the release before still adds to them', async () => {
  await using database = await formerDatabase();
  await database.run(...(await schemaSteps(1, 30)));
  await database.asOwner(
    `insert into migrations (company_id, created_by, connection_id, connection_name, migration_type, batch_size,
       concurrency, delay_ms, kind, options)
     values ('roofers', 1, 3, 'Main', 'contacts', 10, 1, 0, 'contact', '{}')`,
    `select make_record_block(1)`,
    ...former(1, 'a', 'Ann Before'),
  );
  await database.run(...(await schemaSteps(31)));
  await database.asOwner(...former(2, 'b', 'Bob of the release before'));

  const found = async (filter: { search?: string; reason?: string }) => {
    const page = { ...filter, migrationId: 1, kind: 'contact', after: null, limit: 10 };
    const records = await database.db.forSystem((tx) => changedRecords(tx, page));
    return records.map(({ record }) => record);
  };
  const city = { property: 'city', label: 'City', before: null, after: 'Waco' };
  const warnings = [{ code: 'text_cut', message: 'cut' }];
  expect(await found({})).toMatchObject([
    { sourceId: 'a', changes: [city], warnings },
    { sourceId: 'b', changes: [city], warnings },
  ]);
  expect(await found({ search: 'ANN' })).toMatchObject([{ sourceId: 'a' }]);
  expect(await found({ search: 'hs-B' })).toMatchObject([{ sourceId: 'b' }]);
  // The subjects of their warnings are only in their plans.
  expect(await found({ reason: 'text_cut' })).toEqual([]);
});
