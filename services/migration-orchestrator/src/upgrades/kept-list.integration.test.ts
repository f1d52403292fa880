import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { keepConnection } from '../sync/sync-connections.ts';
import { schemaSteps } from './schema-steps.ts';

const noon = '2026-11-25T12:00:00.000Z';

test('When a database in which records wait for auto-sync is upgraded, then they wait on, also while it is off, and the release before still adds to them', async () => {
  await using database = await formerDatabase();
  await database.run(...(await schemaSteps(1, 22)));
  const row = (id: string) => `
    insert into sync_records (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at)
    values (7, 'contact', '${id}', 'roofers', now(), 'event', now(), now())`;
  await database.asOwner(
    `insert into syncs (portal_queue) values ('portal 77')`,
    `insert into sync_connections (connection_id, company_id, sync_id, portal_id, revision, since, options)
     select 7, 'roofers', id, '77', 1, '{"contact": "${noon}"}', '{}' from syncs`,
    row('before'),
  );
  await database.run(...(await schemaSteps(23)));
  await database.asOwner(row('of the release before'));
  const kept = (revision: number, since: string | null) => ({
    ...{ connectionId: 7, companyId: 'roofers', portalId: '77', revision, options: {} },
    ...{ usable: true, resume: {}, getsEvents: true },
    since: { contact: since },
  });
  const list = () => database.rows(`select source_id, since from sync_records order by source_id`);
  await database.db.forSystem((tx) => keepConnection(tx, kept(2, null)));
  expect(await list()).toEqual([]);
  await database.db.forSystem((tx) => keepConnection(tx, kept(3, new Date().toISOString())));
  expect(await list()).toEqual(
    ['before', 'of the release before'].map((source_id) => ({ source_id, since: new Date(noon) })),
  );
});
