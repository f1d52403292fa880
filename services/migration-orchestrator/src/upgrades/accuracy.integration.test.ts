import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { AccuracyUnderTest } from '../testing/accuracy-under-test.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { planSweeps } from '../sync-state/sweep-plan.postgres.ts';
import { schemaSteps } from './schema-steps.ts';

const since = new Date(Date.now() - 86_400_000).toISOString();

test('When a database with states and sweeps is upgraded, then sweeps continue, comparisons are planned where the release before does not see them, and records of which is not known what was written are not compared', async () => {
  await using database = await formerDatabase();
  await database.run(...(await schemaSteps(1, 25)));
  const state = (id: string) => `
    insert into source_states (connection_id, kind, source_id, company_id, digest, stored_at)
    values (7, 'contact', '${id}', 'roofers', '1:one', now())`;
  const record = (id: string, origin: string) => `
    insert into sync_records (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at)
    values (7, 'contact', '${id}', 'roofers', now(), '${origin}', now(), now())`;
  await database.asOwner(
    `insert into syncs (portal_queue) values ('portal 77')`,
    `insert into sync_connections (connection_id, company_id, sync_id, portal_id, revision, since, options, existing_noted)
     select 7, 'roofers', id, '77', 1, '{"contact": "${since}"}', '{}', '{"contact": true}' from syncs`,
    `insert into links (company_id, portal_id, object_type, source_id, hubspot_id)
     select 'roofers', '77', 'contact', id, 'hs-' || id from unnest(array['before', 'beside', 'known', 'waiting']) id`,
    state('before'),
    record('waiting', 'sweep'),
    `insert into sweeps (connection_id, company_id, kind, pass, due_at, cursor, records)
     values (7, 'roofers', 'contact', 'all', now(), '{"page": 3}', 150), (7, 'roofers', 'contact', 'recent', now(), null, 0)`,
  );
  await database.run(...(await schemaSteps(26)));
  // The previous release keeps running in parallel: it stores states, lists records, and knows its own sweeps.
  await database.asOwner(state('beside'), record('listed', 'event'));
  await database.db.forSystem((tx) => planSweeps(tx, null));
  expect(await database.rows(`select pass, records from sweeps order by pass`)).toEqual([
    { pass: 'all', records: 150 },
    { pass: 'recent', records: 0 },
  ]);
  expect(await database.rows(`select pass, due_at > now() as later from all_sweeps order by pass`)).toEqual([
    { pass: 'all', later: false },
    { pass: 'portal', later: true },
    { pass: 'recent', later: false },
  ]);

  await using orchestrator = await startOrchestrator(database.db);
  const sweeps = new SweepUnderTest(orchestrator);
  const accuracy = new AccuracyUnderTest(orchestrator, sweeps);
  expect((await sweeps.of({ id: 7 })).sweep).toMatchObject({ pass: 'all', cursor: { page: 3 } });
  expect(await accuracy.whole({ id: 7 })).toEqual([]);
  await database.asOwner(
    `insert into source_states (connection_id, kind, source_id, company_id, digest, stored_at, written, written_at)
     values (7, 'contact', 'known', 'roofers', '1:one', now(), 'marks', now())`,
  );
  expect(await accuracy.whole({ id: 7 }, { known: { differing: ['city'] } })).toEqual(['known']);
  expect(await database.rows(`select source_id, origin from sync_records order by 1`)).toEqual([
    { source_id: 'known', origin: 'check' },
    { source_id: 'listed', origin: 'event' },
    { source_id: 'waiting', origin: 'sweep' },
  ]);
});
