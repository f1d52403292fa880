import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { migrationFiles } from '@ridgeline/postgres/migration-history';
import type { MigrationStep } from '@ridgeline/postgres';
import { findSynced } from '../src/connections/connection-store.postgres.ts';

const folder = new URL('./', import.meta.url);
const steps = await Promise.all(
  (await migrationFiles(folder)).map(
    async (file) => (await import(new URL(file, folder).href)) as { readonly up: MigrationStep },
  ),
);

test('When a database with connections is upgraded, then a switch that the release before sets is noted, without a choice of an earlier one', async () => {
  await using database = await formerDatabase();
  await database.run(...steps.slice(0, 12));
  const insert = (isOn: boolean) =>
    `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint, auto_sync_new_contacts)
     values ('acme', 1, 'Waco', '', '', ${String(isOn)})`;
  await database.asOwner(insert(true), insert(false));
  await database.run(...steps.slice(12, 13));

  const set = (id: number, isOn: boolean, more = '') =>
    database.asOwner(
      `update connections set auto_sync_new_contacts = ${String(isOn)}${more} where id = ${String(id)}`,
    );
  const stored = async (id: number) => {
    const found = await database.db.forSystem((tx) => findSynced(tx, 'acme', id));
    return [found?.autoSyncContactsOffSince != null, found?.autoSyncResume.contacts];
  };
  expect(await Promise.all([stored(1), stored(2)])).toEqual([
    [false, null],
    [false, null],
  ]);
  await set(2, true);
  expect(await stored(2)).toEqual([false, null]);
  await set(1, false);
  expect(await stored(1)).toEqual([true, null]);
  await set(1, true, `, auto_sync_contacts_resume = 'from_now'`);
  expect(await stored(1)).toEqual([false, 'from_now']);
  await set(1, true);
  expect(await stored(1)).toEqual([false, 'from_now']);
  await set(1, false);
  await set(1, true);
  expect(await stored(1)).toEqual([false, null]);
});
