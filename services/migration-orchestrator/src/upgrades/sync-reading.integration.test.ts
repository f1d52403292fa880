import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import * as step001 from '../../migrations/001-020/001-migrations.ts';
import * as step022 from '../../migrations/021-040/022-sync.ts';
import * as step024 from '../../migrations/021-040/024-sync-reading.ts';

test('When a database in which records wait for auto-sync is upgraded, then nothing is known of their events, and the release before still adds to them', async () => {
  await using database = await formerDatabase();
  await database.run(step001, step022);
  const row = (id: string) => `
    insert into sync_records (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at)
    values (7, 'contact', '${id}', 'roofers', now(), 'event', now(), now())`;
  await database.asOwner(
    `insert into syncs (portal_queue) values ('portal 77')`,
    `insert into sync_connections (connection_id, company_id, sync_id, portal_id, revision, since, options)
     select 7, 'roofers', id, '77', 1, '{}', '{}' from syncs`,
    row('before'),
  );
  await database.run(step024);
  await database.asOwner(row('of the release before'));
  expect(await database.rows(`select source_id, changed_at from sync_records order by source_id`)).toEqual([
    { source_id: 'before', changed_at: null },
    { source_id: 'of the release before', changed_at: null },
  ]);
  expect(await database.rows(`select created_known_until from sync_connections`)).toEqual([
    { created_known_until: {} },
  ]);
});
