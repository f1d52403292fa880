import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import * as step001 from './001-connections.ts';
import * as step002 from './002-messaging.ts';
import * as step003 from './003-outbox.ts';
import * as step004 from './004-dead-outbox.ts';
import * as step005 from './005-deal-settings.ts';
import * as step006 from './006-complete-connections.ts';
import * as step007 from './007-operations.ts';
import * as step008 from './008-alerts.ts';
import * as step009 from './009-hubspot-object-ids.ts';
import * as step010 from './010-intake.ts';
import * as step011 from './011-subscription-watch.ts';
import * as step012 from './012-synced-targets.ts';

const before = [
  step001,
  step002,
  step003,
  step004,
  step005,
  step006,
  step007,
  step008,
  step009,
  step010,
  step011,
];

/** Inserts a row as the previous release does. */
const insert = (companyId: string, portal: string, isOn: boolean) =>
  `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint, auto_sync_new_contacts,
     acculynx_company_id, hubspot_portal_id)
   values ('${companyId}', 1, 'Waco', '', '', ${isOn}, 'al-9', '${portal}')`;

test('When a database with two syncs of one pair is upgraded, then both stay, and no third one comes, by whichever release', async () => {
  await using database = await formerDatabase();
  await database.run(...before);
  await database.asOwner(
    insert('acme', '4711', true),
    insert('umbrella', '4711', true),
    insert('acme', '815', false),
  );
  await database.run(step012);
  const targets = () => database.rows('select connection_id as id from synced_targets order by 1');
  expect(await targets()).toEqual([{ id: 1 }, { id: 2 }]);
  await database.asOwner(
    `update connections set name = 'Renamed', auto_sync_new_jobs = true where id = 1`,
    insert('acme', '4711', false),
  );
  await expect(database.asOwner(insert('hooli', '4711', true))).rejects.toMatchObject({
    constraint: 'one_synced_target',
  });
  await database.asOwner(
    `update connections set auto_sync_new_contacts = false, auto_sync_new_jobs = false where id = 1`,
  );
  await expect(
    database.asOwner(`update connections set auto_sync_new_contacts = true where id = 1`),
  ).rejects.toMatchObject({ constraint: 'one_synced_target' });
  await database.asOwner(`delete from connections where id = 2`);
  await database.asOwner(`update connections set auto_sync_new_contacts = true where id = 1`);
  expect(await targets()).toEqual([{ id: 1 }]);
});
