import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { planSweeps } from '../sync-state/sweep-plan.postgres.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { schemaSteps } from './schema-steps.ts';

const since = new Date(Date.now() - 86_400_000).toISOString();

test('When a database with connections whose auto-sync is on is upgraded, then their sweeps are planned, and what was copied before is noted, not copied again', async () => {
  await using database = await formerDatabase();
  await database.run(...(await schemaSteps(1, 24)));
  const record = (id: string) => `
    insert into sync_records (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at)
    values (7, 'contact', '${id}', 'roofers', now(), 'event', now(), now())`;
  const planned = (id: string) => [
    `insert into sync_rounds (sync_id, connection_id, company_id, kind, since, options, known_at)
     select id, 7, 'roofers', 'contact', now(), '{}', now() from syncs`,
    `insert into sync_planned_records (round, source_id, kind, company_id, batch)
     select max(round), '${id}', 'contact', 'roofers', 1 from sync_rounds`,
    `insert into sync_batches (round, batch, company_id, epoch, revision, kind, record_count, records)
     select max(round), 1, 'roofers', 1, 1, 'contact', 1, '[]' from sync_rounds`,
  ];
  await database.asOwner(
    `insert into syncs (portal_queue) values ('portal 77')`,
    `insert into sync_connections (connection_id, company_id, sync_id, portal_id, revision, since, options, existing_noted)
     select v.id, 'roofers', s.id, '77', 1, v.since::jsonb, '{}', '{"contact": true}'
     from syncs s, (values (7, '{"contact": "${since}", "job": null}'), (8, '{"contact": null}')) as v(id, since)`,
    `insert into links (company_id, portal_id, object_type, source_id, hubspot_id)
     values ('roofers', '77', 'contact', 'linked', 'hs-1'), ('roofers', '77', 'contact', 'waiting', 'hs-2')`,
    record('waiting'),
    ...planned('linked'),
  );
  await database.run(...(await schemaSteps(25)));
  // The previous release keeps storing plans and connections in parallel.
  await database.asOwner(
    ...planned('of the release before'),
    `insert into sync_connections (connection_id, company_id, sync_id, portal_id, revision, since, options)
     select 9, 'roofers', id, '77', 1, '{"job": "${since}"}', '{}' from syncs`,
  );
  await database.db.forSystem((tx) => planSweeps(tx, null));
  expect(await database.rows(`select connection_id, kind, pass from sweeps order by 1, 2, 3`)).toEqual(
    [
      { connection_id: 7, kind: 'contact' },
      { connection_id: 9, kind: 'job' },
    ].flatMap((of) => ['all', 'recent'].map((pass) => ({ ...of, pass }))),
  );

  await using orchestrator = await startOrchestrator(database.db);
  const sweeps = new SweepUnderTest(orchestrator);
  await sweeps.whole({ id: 7 }, [swept('linked', 'one'), swept('waiting', 'one'), swept('older', 'one')]);
  expect(await sweeps.states({ id: 7 })).toEqual([{ sourceId: 'linked', digest: '1:one', unseen: false }]);
  expect(await database.rows(`select source_id, unknown from sync_records`)).toEqual([
    { source_id: 'waiting', unknown: false },
  ]);
  await sweeps.whole({ id: 7 }, [swept('linked', 'two')]);
  expect(await database.rows(`select source_id, origin from sync_records order by 1`)).toMatchObject([
    { source_id: 'linked', origin: 'sweep' },
    { source_id: 'waiting' },
  ]);
});
