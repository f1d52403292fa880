import { runStatements } from '@ridgeline/postgres/testing';

/** The size of the history. */
const size = { companies: 8, migrationsEach: 5, contactsEach: 25_000, batchSize: 100 } as const;

/** What a history contains: 40 migrations, a million outcomes, 200,000 links. */
export const past = {
  migrations: size.companies * size.migrationsEach,
  outcomes: size.companies * size.migrationsEach * size.contactsEach,
  links: size.companies * size.contactsEach,
} as const;

/** The tables whose rows are cut into blocks of a hundred migrations. */
const recordTables = [
  'batches',
  'planned_records',
  'key_reservations',
  'deferred_values',
  'outcomes',
  'logs',
] as const;
const wholeTables = [
  'migrations',
  'attempts',
  'leases',
  'links',
  'known_records',
  'record_words',
  'outcome_counts',
  'warning_counts',
  'outbox',
  'inbox',
] as const;

const tables = [...wholeTables, ...recordTables.map((table) => `${table}_from_0`)];

/**
 * Eight companies with 25,000 contacts each, each of which has migrated five times, in the order in which batches arrive.
 * Written by the superuser in bulk, past triggers and row-level security, in the order of the keys.
 */
const fill = [
  `create temp table pasts as
   select c as company, 'past-' || c as company_id, i, (i - 1) / ${size.batchSize} + 1 as batch,
     md5('contact ' || c || ' ' || i)::uuid::text as source_id, 'contact-' || c || '-' || i || '@example.com' as email,
     (c * 1000000 + i)::text as hubspot_id
   from generate_series(1, ${size.companies}) c, generate_series(1, ${size.contactsEach}) i
   order by company, source_id`,
  `create temp table runs as
   select nextval('migrations_id_seq')::integer as id, c as company, 'past-' || c as company_id, n
   from generate_series(1, ${size.migrationsEach}) n, generate_series(1, ${size.companies}) c order by n, c`,
  `analyze pasts, runs`,
  `insert into migrations (id, company_id, created_by, connection_id, connection_name, hubspot_portal_id, portal_queue, migration_type,
     kind, batch_size, concurrency, delay_ms, options, status, created_at, started_at, completed_at, target_count, created_count, unchanged_count, epoch, reconciliation)
   overriding system value
   select id, company_id, 1, 1000000 + company, 'Past ' || company, 'past-portal-' || company, 'portal past-portal-' || company, 'contacts',
     'contact', ${size.batchSize}, 3, 0, '{"includeNoEmailContacts": true}', 'completed', now() - interval '30 days', now() - interval '30 days',
     now() - interval '29 days', ${size.contactsEach}, case n when 1 then ${size.contactsEach} else 0 end,
     case n when 1 then 0 else ${size.contactsEach} end, 1, '{"source": ${size.contactsEach}, "countedBySource": null}'
   from runs`,
  `insert into attempts (migration_id, epoch, company_id, attempt, process_id, server_instance_id, pid, status, ended_at)
   select id, 1, company_id, 1, gen_random_uuid(), 'past', 1, 'completed', now() - interval '29 days' from runs`,
  `insert into outcome_counts (migration_id, company_id, kind, outcome, reason, count)
   select id, company_id, 'contact', case n when 1 then 'created' else 'unchanged' end, '', ${size.contactsEach} from runs`,
  `insert into links (company_id, portal_id, object_type, source_id, hubspot_id)
   select company_id, 'past-portal-' || company, 'contact', source_id, hubspot_id from pasts`,
  `insert into known_records (company_id, kind, source_id, name, key)
   select company_id, 'contact', source_id, 'First' || i % 500 || ' Last' || i, email from pasts`,
  `insert into record_words (company_id, word, kind, source_id)
   select company_id, word, 'contact', source_id from pasts
   cross join lateral (values (email), ('first' || i % 500), ('last' || i)) w(word)`,
  `insert into batches (migration_id, batch, company_id, kind, epoch, revision, record_count, records, done_at)
   select id, b, company_id, 'contact', 1, 1, ${size.batchSize}, plan, now() - interval '29 days'
   from runs, generate_series(1, ${size.contactsEach / size.batchSize}) b, (
     select json_agg(json_build_object('sourceId', r, 'action', 'create', 'warnings', '[]'::json,
       'properties', json_build_object('lastname', 'Contact ' || r, 'phone', '+1512555' || r))) as plan
     from generate_series(1, ${size.batchSize}) r) plans`,
  `insert into planned_records (migration_id, source_id, kind, company_id, batch)
   select id, source_id, 'contact', r.company_id, batch from runs r join pasts p using (company) order by id, source_id`,
  `insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome, hubspot_id)
   select id, source_id, 'contact', r.company_id, batch, case n when 1 then 'created' else 'unchanged' end, hubspot_id
   from runs r join pasts p using (company) order by id, source_id`,
  `insert into key_reservations (migration_id, kind, claim, key, company_id, source_id, batch)
   select id, 'contact', claim, key, r.company_id, source_id, batch
   from runs r join pasts p using (company)
   cross join lateral (values ('key', email), ('hubspot_id', hubspot_id)) k(claim, key)
   where claim = 'key' or n > 1 order by id, key`,
  `insert into deferred_values
     (migration_id, source_id, kind, property, value, company_id, batch, position, name, properties)
   select id, source_id, 'contact', 'email', email, r.company_id, batch, i % ${size.batchSize}, 'Contact ' || i, '{}'
   from runs r join pasts p using (company) where i % 20 = 0`,
  `insert into logs (migration_id, company_id, line_id, logged_at, level, message, context)
   select id, r.company_id, 'batch ' || i, now() - interval '29 days', 'info', 'Batch ' || i || ' is done', '{}'
   from runs r join pasts p using (company) where i % 25 = 0 order by id, i`,
];

/**
 * Fills the orchestrator's tables, on which nothing has run yet, with a history: what years of use leave behind, in the
 * same block of tables that the next migrations use. Autovacuum stays off on all of them, so that there continue to be no
 * statistics. Takes some 20 seconds. `adminUrl` is the superuser's address of the database.
 */
export async function makePast(adminUrl: string): Promise<void> {
  await runStatements(adminUrl, [
    `set search_path = migration`,
    `set session_replication_role = replica`,
    `set synchronous_commit = off`,
    `set work_mem = '256MB'`,
    `select make_record_block(0)`,
    ...tables.map((table) => `alter table ${table} set (autovacuum_enabled = off)`),
    ...fill,
  ]);
}

/** Updates the statistics with everything that is there by now; what is migrated afterwards is unknown to them. */
export async function analyzePast(adminUrl: string): Promise<void> {
  await runStatements(adminUrl, [`set search_path = migration`, `analyze ${tables.join(', ')}`]);
}
