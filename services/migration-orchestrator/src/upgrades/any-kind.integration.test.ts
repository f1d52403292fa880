import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import * as step001 from '../../migrations/001-020/001-migrations.ts';
import * as step002 from '../../migrations/001-020/002-runs.ts';
import * as step003 from '../../migrations/001-020/003-results.ts';
import * as step004 from '../../migrations/001-020/004-messaging.ts';
import * as step005 from '../../migrations/001-020/005-withheld-emails.ts';
import * as step006 from '../../migrations/001-020/006-leases.ts';
import * as step007 from '../../migrations/001-020/007-records-by-block.ts';
import * as step008 from '../../migrations/001-020/008-dead-outbox.ts';
import * as step009 from '../../migrations/001-020/009-closing.ts';
import * as step010 from '../../migrations/001-020/010-kinds.ts';
import * as step020 from '../../migrations/001-020/020-any-kind.ts';

const before = [step001, step002, step003, step004, step005, step006, step007, step008, step009, step010];

/** Inserts a row as the previous release does. */
const insert = (type: string, kind: string) => `
  insert into migrations (company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
    batch_size, concurrency, delay_ms, kind, options)
  values ('roofers', 1, 3, 'Main', '77', '${type}', 10, 1, 0, '${kind}', '{}')`;

test('When a database that has migrations is upgraded, then they stay, the release before continues to write, and any kind can be migrated', async () => {
  await using database = await formerDatabase();
  await database.run(...before);
  await database.asOwner(insert('contacts', 'contact'));
  await expect(database.asOwner(insert('parcels', 'parcel'))).rejects.toThrow('migration_type');

  await database.run(step020);
  await database.asOwner(insert('jobs', 'job'), insert('parcels', 'parcel'));
  expect(
    await database.rows('select migration_type, hubspot_object_ids from migrations order by id'),
  ).toEqual(
    ['contacts', 'jobs', 'parcels'].map((migration_type) => ({ migration_type, hubspot_object_ids: {} })),
  );
});
