import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { schemaSteps } from './schema-steps.ts';

const migrationsOf = (id: number, follows: string) => `
  insert into migrations (id, company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
    batch_size, concurrency, delay_ms, kind, options, status, completed_at, created_count, unchanged_count, skip_count,
    target_count${follows === '' ? '' : ', follows, follows_as, dry_run'})
  overriding system value values (${String(id)}, 'roofers', 1, 3, 'Main', '77', 'contacts', 10, 1, 0, 'contact', '{}',
    'completed', now(), 2, 1, 1, 4${follows})`;

const outcome = (id: number, sourceId: string, came: string) => `
  insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome)
  values (${String(id)}, '${sourceId}', 'contact', 'roofers', 1, '${came}')`;

test('When a database with migrations and outcomes is upgraded, then their counts stay, removed ones count with success, and a migration has one undo', async () => {
  await using database = await formerDatabase();
  await database.run(...(await schemaSteps(1, 30)));
  await database.asOwner(
    migrationsOf(12, ''),
    `select make_record_block(12)`,
    ...['created', 'unchanged', 'skipped'].map((came) => outcome(12, came, came)),
  );
  await expect(database.asOwner(outcome(12, 'removed', 'removed'))).rejects.toThrow('check');

  await database.run(...(await schemaSteps(31)));
  const counts = `select id, created_count, removed_count, success_count, processed_count from migrations order by id`;
  expect(await database.rows(counts)).toEqual([
    { id: 12, created_count: 2, removed_count: 0, success_count: 3, processed_count: 4 },
  ]);

  // Writes as the previous release does, which does not know removals.
  await database.asOwner(
    `update migrations set updated_count = updated_count + 1, target_count = 5 where id = 12`,
    outcome(12, 'updated', 'updated'),
  );
  await database.asOwner(
    `update migrations set removed_count = 2, target_count = 7 where id = 12`,
    outcome(12, 'removed', 'removed'),
    `select make_record_block(212)`,
    outcome(212, 'removed', 'removed'),
    `insert into outcome_counts (migration_id, company_id, kind, outcome, reason, count)
     values (12, 'roofers', 'contact', 'removed', '', 1)`,
  );
  expect(await database.rows(counts)).toEqual([
    { id: 12, created_count: 2, removed_count: 2, success_count: 6, processed_count: 7 },
  ]);
  await expect(database.asOwner(outcome(12, 'other', 'vanished'))).rejects.toThrow('outcomes_outcome_check');
  await expect(database.asOwner(`update migrations set removed_count = 3 where id = 12`)).rejects.toThrow(
    'check',
  );

  await database.asOwner(migrationsOf(13, `, 12, 'undo', true`), migrationsOf(14, `, 12, 'undo', false`));
  await expect(database.asOwner(migrationsOf(15, `, 12, 'undo', false`))).rejects.toThrow('undone_once');
});
