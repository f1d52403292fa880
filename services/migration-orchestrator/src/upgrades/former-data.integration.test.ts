import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { logRows } from '../logs/log-query.postgres.ts';
import { outcomesOf } from '../outcomes/outcome-query.postgres.ts';
import { formerDatabase, type FormerDatabase } from '@ridgeline/testkit/integration';
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
import * as step011 from '../../migrations/001-020/011-process-health.ts';
import * as step012 from '../../migrations/001-020/012-history.ts';
import * as step013 from '../../migrations/001-020/013-stalled.ts';
import * as step014 from '../../migrations/001-020/014-throughputs.ts';
import * as step015 from '../../migrations/001-020/015-deferred-warnings.ts';
import * as step016 from '../../migrations/001-020/016-counted-through.ts';
import * as step017 from '../../migrations/001-020/017-blocks-of-retention.ts';
import * as step018 from '../../migrations/001-020/018-one-queue-per-portal.ts';
import * as step019 from '../../migrations/001-020/019-outcome-facts.ts';
import * as step020 from '../../migrations/001-020/020-any-kind.ts';
import * as step021 from '../../migrations/021-040/021-log-names.ts';

let database: FormerDatabase;

beforeAll(async () => {
  database = await formerDatabase();
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const asOwner: FormerDatabase['asOwner'] = (...statements) => database.asOwner(...statements);
const run: FormerDatabase['run'] = (...steps) => database.run(...steps);
const rows: FormerDatabase['rows'] = (sql) => database.rows(sql);

/**
 * Data that the previous version left: 12 completed, 13 is running, 14 is cancelled with its worker still present, 130 is
 * queued.
 */
const formerData = [
  `insert into migrations (id, company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
     batch_size, concurrency, delay_ms, include_no_email_contacts, enumerative_error_strategy, status, completed_at,
     created_count, error_count, target_count, epoch, holder, lease_until, reconciliation)
   overriding system value
   select id, 'roofers', 1, id, 'Main office', 'portal-' || id, 'contacts', 10, 1, 0, false, 'SET_BLANK', status,
     case when status in ('completed', 'cancelled') then now() end, created, failed, 5, epoch,
     case when held then '0190a0b0-0000-7000-8000-000000000001'::uuid end,
     case when held then '2026-01-01T00:00:00Z'::timestamptz end,
     case when status = 'completed' then '{"source": 3, "created": 2, "difference": 0}'::jsonb end
   from (values (12, 'completed', 2, 1, 4, false), (13, 'running', 2, 0, 3, true), (14, 'cancelled', 0, 0, 1, true),
     (130, 'queued', 0, 0, 0, false)) as m(id, status, created, failed, epoch, held)`,
  `insert into batches (migration_id, batch, company_id, epoch, revision, cursor_page, cursor_offset, record_count, records,
     done_at, emails_only)
   values (12, 1, 'roofers', 4, 1, 1, 0, 3, '[{"sourceId":"a"}]', now(), false),
     (13, 1, 'roofers', 3, 2, 1, 0, 2, '[{"sourceId":"a","name":"Zo\\u0000"}]', now(), false),
     (13, 2, 'roofers', 3, 1, 2, 0, 1, '[{"sourceId":"c"}]', null, false)`,
  `insert into planned_records (migration_id, source_id, company_id, batch)
   values (12, 'a', 'roofers', 1), (13, 'a', 'roofers', 1), (13, 'b', 'roofers', 1), (13, 'c', 'roofers', 2)`,
  `insert into email_reservations (migration_id, email, company_id, source_id, batch)
   values (12, 'a@example.com', 'roofers', 'a', 1), (13, 'a@example.com', 'roofers', 'a', 1)`,
  `insert into withheld_emails (migration_id, source_id, email, company_id, batch, position, name, properties)
   values (13, 'b', 'a@example.com', 'roofers', 1, 1, 'Bea', '{"phone":"1"}')`,
  `insert into outcomes (migration_id, source_id, company_id, batch, kind, hubspot_id, reason)
   values (12, 'a', 'roofers', 1, 'created', '1', null), (12, 'b', 'roofers', 1, 'created', '2', null),
     (12, 'c', 'roofers', 1, 'failed', null, 'invalid_value'), (13, 'a', 'roofers', 1, 'created', '11', null),
     (13, 'b', 'roofers', 1, 'created', '12', null)`,
  `insert into logs (migration_id, company_id, line_id, logged_at, level, message, context)
   values (12, 'roofers', 'l1', now(), 'info', 'first', '{}'), (12, 'roofers', 'l2', now(), 'info', 'second', '{}'),
     (130, 'roofers', 'l1', now(), 'info', 'queued', '{}')`,
];

test('When a database holds data of the version before, then the new steps bring all of it over', async () => {
  await run(step001, step002, step003, step004, step005);
  await asOwner(...formerData);
  await run(step006, step007);

  expect(await rows(`select migration_id, portal_queue, epoch, holder from leases order by 1`)).toEqual([
    {
      migration_id: 13,
      portal_queue: 'roofers portal portal-13',
      epoch: 3,
      holder: '0190a0b0-0000-7000-8000-000000000001',
    },
    expect.objectContaining({ migration_id: 14, epoch: 1 }),
  ]);
  expect(
    await rows(
      `select migration_id, batch, revision, records->0->>'sourceId' as first, done_at is not null as done,
         withheld_count, cursor from batches where migration_id = 12 or batch = 2 order by 1, 2`,
    ),
  ).toEqual([
    { migration_id: 12, batch: 1, revision: 1, first: 'a', done: true, withheld_count: 0, cursor: null },
    { migration_id: 13, batch: 2, revision: 1, first: 'c', done: false, withheld_count: 0, cursor: null },
  ]);
  expect(
    await rows(
      `select revision, records::text, withheld_count from batches where migration_id = 13 and batch = 1`,
    ),
  ).toEqual([{ revision: 2, records: '[{"sourceId":"a","name":"Zo\\u0000"}]', withheld_count: 1 }]);
  expect(await rows(`select migration_id, count(*) from planned_records group by 1 order by 1`)).toEqual([
    { migration_id: 12, count: 1 },
    { migration_id: 13, count: 3 },
  ]);
  expect(
    await rows(`select migration_id, kind, key, source_id from key_reservations order by 1, 2, 3`),
  ).toEqual([
    { migration_id: 12, kind: 'email', key: 'a@example.com', source_id: 'a' },
    { migration_id: 13, kind: 'email', key: 'a@example.com', source_id: 'a' },
    { migration_id: 13, kind: 'hubspot_id', key: '11', source_id: 'a' },
    { migration_id: 13, kind: 'hubspot_id', key: '12', source_id: 'b' },
  ]);
  expect(await rows(`select source_id, name, state, properties from withheld_emails`)).toEqual([
    { source_id: 'b', name: 'Bea', state: 'open', properties: { phone: '1' } },
  ]);
  expect(await rows(`select migration_id, kind, reason, count from outcome_counts order by 1, 2`)).toEqual([
    { migration_id: 12, kind: 'created', reason: '', count: 2 },
    { migration_id: 12, kind: 'failed', reason: 'invalid_value', count: 1 },
    { migration_id: 13, kind: 'created', reason: '', count: 2 },
  ]);
  expect(await rows(`select count(*) from outcomes`)).toEqual([{ count: 5 }]);
  expect(await rows(`select message from logs where migration_id = 12 order by id`)).toEqual([
    { message: 'first' },
    { message: 'second' },
  ]);
  expect(await rows(`select reconciliation from migrations where id = 12`)).toEqual([
    { reconciliation: { source: 3, created: 2, difference: 0, countedBySource: null } },
  ]);
  const blocks = `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'outcomes'::regclass order by 1`;
  expect(await rows(blocks)).toEqual([{ name: 'outcomes_from_0' }, { name: 'outcomes_from_100' }]);
  expect(await rows(`select relname from pg_class where relname like 'former%'`)).toEqual([]);
});

test('When it holds data of contacts alone, then the step of kinds says so of all of it, and blocks are made and dropped as before', async () => {
  await asOwner(
    `insert into links (company_id, portal_id, object_type, source_id, hubspot_id)
     values ('roofers', 'portal-13', 'contact', 'a', '11')`,
    `update batches set emails_only = true where migration_id = 13 and batch = 2`,
    `update migrations set include_no_email_contacts = true, enumerative_error_strategy = 'ADD_OPTION' where id = 13`,
  );
  await run(step008, step009, step010);

  expect(
    await rows(
      `select batch, kind, pass, deferred_count, reference_count, records::text from batches
       where migration_id = 13 order by 1`,
    ),
  ).toEqual([
    {
      batch: 1,
      kind: 'contact',
      pass: 'records',
      deferred_count: 1,
      reference_count: 0,
      records: '[{"sourceId":"a","name":"Zo\\u0000"}]',
    },
    expect.objectContaining({ batch: 2, kind: 'contact', pass: 'settle' }),
  ]);
  expect(
    await rows(`select claim, key, kind from key_reservations where migration_id = 13 order by 1, 2`),
  ).toEqual([
    { claim: 'hubspot_id', key: '11', kind: 'contact' },
    { claim: 'hubspot_id', key: '12', kind: 'contact' },
    { claim: 'key', key: 'a@example.com', kind: 'contact' },
  ]);
  expect(await rows(`select kind, property, value, source_id from deferred_values`)).toEqual([
    { kind: 'contact', property: 'email', value: 'a@example.com', source_id: 'b' },
  ]);
  expect(
    await rows(`select kind, outcome, reason, count from outcome_counts where migration_id = 12 order by 2`),
  ).toEqual([
    { kind: 'contact', outcome: 'created', reason: '', count: 2 },
    { kind: 'contact', outcome: 'failed', reason: 'invalid_value', count: 1 },
  ]);
  expect(
    await rows(`select kind, outcome from outcomes where migration_id = 12 and source_id = 'c'`),
  ).toEqual([{ kind: 'contact', outcome: 'failed' }]);
  expect(await rows(`select id, kind, options from migrations where id in (12, 13) order by 1`)).toEqual([
    {
      id: 12,
      kind: 'contact',
      options: { includeNoEmailContacts: false, enumerativeErrorStrategy: 'SET_BLANK' },
    },
    {
      id: 13,
      kind: 'contact',
      options: { includeNoEmailContacts: true, enumerativeErrorStrategy: 'ADD_OPTION' },
    },
  ]);
  expect(await rows(`select reconciliation->'alongside' as alongside from migrations where id = 12`)).toEqual(
    [{ alongside: {} }],
  );

  // Equal ids of two kinds, in an existing block and in a new one.
  for (const migration of [13, 200]) {
    await rows(`select make_record_block(${migration})`);
    for (const kind of ['job', 'job_contact'])
      await rows(
        `insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome)
         values (${migration}, 'a', '${kind}', 'roofers', 9, 'created')`,
      );
  }
  const blocks = `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'deferred_values'::regclass order by 1`;
  const made = ['deferred_values_from_0', 'deferred_values_from_100', 'deferred_values_from_200'];
  expect(await rows(blocks)).toEqual(made.map((name) => ({ name })));
  await rows(`select drop_record_block(200, 1)`);
  expect(await rows(blocks)).toEqual(made.slice(0, 2).map((name) => ({ name })));
  expect(await rows(`select relname from pg_class where relname like '%withheld%'`)).toEqual([]);
});

test('When runs of before left their batches, then their pace is counted from these', async () => {
  await asOwner(
    `update migrations set started_at = completed_at - interval '10 seconds' where id = 12`,
    `update batches b set done_at = m.started_at + interval '4.5 seconds' from migrations m
     where m.id = 12 and b.migration_id = 12`,
    `insert into batches (migration_id, batch, company_id, epoch, revision, kind, pass, record_count, records, done_at)
     select 12, n, 'roofers', 4, 1, 'contact', 'records', 5, '[]', started_at + n * interval '1 second'
     from migrations, unnest(array[2, 99]) n where id = 12`,
  );
  await run(step011, step012, step013, step014);
  expect(await rows(`select migration_id, step_ms, records from throughputs order by 1`)).toEqual([
    { migration_id: 12, step_ms: 1_000, records: [0, 0, 5, 0, 3, 0, 0, 0, 0, 0, 5] },
  ]);
});

test('When outcomes of before have no texts, then they stay, their message is that of their log line, and blocks of before and new ones hold the texts', async () => {
  await run(step015, step016, step017, step018);
  await asOwner(
    `insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome, reason)
     values (12, 'ann: roof', 'contact', 'roofers', 2, 'skipped', 'no_email')`,
    `insert into logs (migration_id, company_id, line_id, logged_at, level, message, context)
     values (12, 'roofers', 'record-c-failed', now(), 'error', 'Bob: HubSpot refused it', '{}'),
       (12, 'roofers', 'record-ann: roof-skipped', now(), 'warning', 'Ann: Roof has no email address', '{}')`,
  );
  const count = await rows(`select count(*) from outcomes`);
  await run(step019);
  expect(await rows(`select count(*) from outcomes`)).toEqual(count);

  const facts = (migrationId: number) =>
    database.db.forSystem((tx) => outcomesOf(tx, { migrationId, after: null, limit: 100 }));
  const none = { name: null, message: null, detail: null, field: null };
  const former = await facts(12);
  expect(former).toMatchObject([
    { ...none, sourceId: 'a', outcome: 'created' },
    { ...none, sourceId: 'ann: roof', outcome: 'skipped', message: 'Ann: Roof has no email address' },
    { ...none, sourceId: 'b', outcome: 'created' },
    { ...none, sourceId: 'c', outcome: 'failed', message: 'Bob: HubSpot refused it' },
  ]);

  // While the previous release keeps counting, the new one writes into an existing block and into a new one.
  await rows(`select make_record_block(300)`);
  for (const migration of [13, 300])
    await asOwner(
      `insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome)
       values (${migration}, 'old', 'job', 'roofers', 9, 'created')`,
      `insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome, name, message, detail, field)
       values (${migration}, 'new', 'job', 'roofers', 9, 'failed', 'Roof', 'refused', 'said', 'city')`,
    );
  for (const migration of [13, 300])
    expect((await facts(migration)).filter(({ kind }) => kind === 'job')).toMatchObject([
      ...(migration === 13 ? [{ sourceId: 'a' }] : []),
      { sourceId: 'new', name: 'Roof', message: 'refused', detail: 'said', field: 'city' },
      { ...none, sourceId: 'old' },
    ]);
});

test('When a log of before has no names, then its lines stay as they are, and blocks of before and new ones hold names', async () => {
  await run(step020);
  const count = await rows(`select count(*) from logs`);
  await run(step021);
  expect(await rows(`select count(*) from logs`)).toEqual(count);

  // The previous release keeps writing while the new one writes, into an existing block and into a new one.
  const columns = 'migration_id, company_id, line_id, logged_at, level';
  const line = (migration: number, id: string) => `${migration}, 'roofers', '${id}', now(), 'warning'`;
  await rows(`select make_record_block(400)`);
  for (const migration of [12, 400])
    await asOwner(
      `insert into logs (${columns}, message, context)
       values (${line(migration, 'old')}, 'Ann: no email', '{"name":"Ann"}')`,
      `insert into logs (${columns}, name, message, context)
       values (${line(migration, 'new')}, 'Bob', 'no email', '{}')`,
    );
  const sentences = async (migrationId: number, search?: string) => {
    const found = await database.db.forSystem((tx) => logRows(tx, { migrationId, search, limit: 100 }));
    return found.map(({ sentence }) => sentence);
  };
  expect(await sentences(12)).toEqual(expect.arrayContaining(['first', 'Bob: HubSpot refused it']));
  expect(await sentences(12, ': no email')).toEqual(['Bob: no email', 'Ann: no email']);
  expect(await sentences(400)).toEqual(['Bob: no email', 'Ann: no email']);
});
