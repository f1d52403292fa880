import { expect, test } from '@jest/globals';
import type { AutoSyncResume } from '@ridgeline/contracts';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { keepConnection } from '../sync/sync-connections.ts';
import { schemaSteps } from './schema-steps.ts';

const noon = '2026-11-25T12:00:00.000Z';

test('When a database is upgraded while auto-sync is off, then it catches up since the former switch, and the release before switches on beside this one', async () => {
  await using database = await formerDatabase();
  await database.run(...(await schemaSteps(1, 25)));
  await database.asOwner(
    `insert into syncs (portal_queue) values ('portal 77')`,
    `insert into sync_connections (connection_id, company_id, sync_id, portal_id, revision, since, options, formerly_on)
     select n, 'roofers', id, '77', 1, '{"contact": null}', '{}',
       '{"contact": {"since": "${noon}", "until": "2026-11-25T13:00:00+00:00"}}' from syncs, generate_series(7, 8) n`,
  );
  await database.run(...(await schemaSteps(26)));
  const keep = (
    connectionId: number,
    revision: number,
    since: string | null,
    choice: AutoSyncResume | null,
  ) => {
    const kept = {
      ...{ connectionId, companyId: 'roofers', portalId: '77', revision, options: {} },
      ...{ usable: true, getsEvents: true, since: { contact: since }, resume: { contact: choice } },
    };
    return database.db.forSystem((tx) => keepConnection(tx, kept));
  };
  const stored = () =>
    database.rows(
      `select since ->> 'contact' as since, resumed -> 'contact' ->> 'since' as "newSince",
         states_from ? 'contact' as restarted from sync_connections order by connection_id`,
    );
  const later = new Date().toISOString();
  await keep(7, 2, later, 'catch_up');
  await keep(8, 2, later, 'from_now');
  expect(await stored()).toEqual([
    { since: later, newSince: noon, restarted: false },
    { since: later, newSince: null, restarted: true },
  ]);
  // Stores a switch as the previous release does: earlier catching up no longer applies.
  const next = new Date(Date.now() + 1_000).toISOString();
  await database.asOwner(
    `update sync_connections set since = '{"contact": "${next}"}' where connection_id = 7`,
  );
  await keep(7, 3, null, null);
  const [{ formerly }] = (await database.rows(
    `select (formerly_on -> 'contact' ->> 'since')::timestamptz as formerly from sync_connections where connection_id = 7`,
  )) as [{ formerly: Date }];
  expect(formerly.toISOString()).toBe(next);
});
