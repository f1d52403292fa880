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
import * as step018 from '../../migrations/001-020/018-one-queue-per-portal.ts';

const before = [step001, step002, step003, step004, step005, step006, step007, step008, step009, step010];

const insert = (companyId: string, portal: string | null, status: string, epoch: number) => `
  insert into migrations (company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
    batch_size, concurrency, delay_ms, kind, options, status, epoch)
  values ('${companyId}', 1, 3, 'Main', ${portal === null ? 'null' : `'${portal}'`}, 'contacts', 10, 1, 0, 'contact', '{}',
    '${status}', ${String(epoch)})`;

test('When two companies hold one portal while the queues are renamed, then the later one ends under its former name, and all others wait in one queue', async () => {
  await using database = await formerDatabase();
  await database.run(...before);
  await database.asOwner(
    insert('roofers', '77', 'running', 1),
    insert('gutters', '77', 'running', 1),
    insert('gutters', '77', 'queued', 0),
    insert('roofers', '77', 'queued', 0),
    insert('roofers', null, 'queued', 0),
    `insert into leases (migration_id, company_id, portal_queue, epoch, holder, lease_until)
     select id, company_id, portal_queue, epoch, gen_random_uuid(), now() from migrations where status = 'running'`,
  );
  await database.run(step018);
  // The previous release inserts rows without a queue name.
  await database.asOwner(insert('sidings', '77', 'queued', 0));
  expect(await database.rows('select portal_queue from migrations order by id')).toEqual(
    ['portal 77', 'gutters portal 77', 'portal 77', 'portal 77', 'roofers connection 3', 'portal 77'].map(
      (portal_queue) => ({ portal_queue }),
    ),
  );
  expect(await database.rows('select portal_queue from leases order by migration_id')).toEqual([
    { portal_queue: 'portal 77' },
    { portal_queue: 'gutters portal 77' },
  ]);
});
