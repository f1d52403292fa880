import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** Tables that grow with each record of each migration; each is cut into blocks of a hundred migrations. */
const definitions = {
  batches: `
    migration_id integer not null,
    batch integer not null,
    company_id text not null,
    epoch integer not null,
    revision integer not null,
    -- Where reading continues after the batch; null: from the start, what is planned is known.
    cursor json,
    record_count integer not null,
    records json not null,
    planned_at timestamptz not null default now(),
    done_at timestamptz,
    emails_only boolean not null default false,
    -- Emails that its plan withheld or took away.
    withheld_count integer not null default 0,
    primary key (migration_id, batch)`,
  planned_records: `
    migration_id integer not null,
    source_id text not null,
    company_id text not null,
    batch integer not null,
    constraint record_planned_once primary key (migration_id, source_id)`,
  key_reservations: `
    migration_id integer not null,
    kind text not null check (kind in ('email', 'hubspot_id')),
    key text not null,
    company_id text not null,
    source_id text not null,
    batch integer not null,
    primary key (migration_id, key, kind)`,
  withheld_emails: `
    migration_id integer not null,
    source_id text not null,
    email text not null,
    company_id text not null,
    batch integer not null,
    position integer not null,
    name text not null,
    properties json not null,
    -- The record had it and gave it up for another one: it gets it back when the other is refused it.
    put_back boolean not null default false,
    state text not null default 'open' check (state in ('open', 'given', 'refused')),
    -- The batch that gives it to the record.
    given_in integer,
    primary key (source_id, migration_id, email)`,
  outcomes: `
    migration_id integer not null,
    source_id text not null,
    company_id text not null,
    batch integer not null,
    kind text not null check (kind in ('created', 'updated', 'unchanged', 'skipped', 'failed')),
    hubspot_id text,
    reason text,
    primary key (migration_id, source_id)`,
  logs: `
    id bigint generated always as identity,
    migration_id integer not null,
    company_id text not null,
    line_id text not null,
    logged_at timestamptz not null,
    level text not null check (level in ('info', 'success', 'warning', 'error')),
    message text not null,
    context json not null,
    constraint log_line_once primary key (migration_id, line_id)`,
} as const;

const parents = Object.keys(definitions)
  .map((table) => `'${table}'`)
  .join(', ');

/**
 * Where a table is looked up in several ways, no index begins with the migration: to the statistics a new migration has
 * no rows, so that an index that finds all of them would look as good as the one that finds the right one.
 */
const indexes = [
  `create index batches_unfinished on batches (migration_id, batch) where done_at is null`,
  `create index withheld_emails_by_email on withheld_emails (email, migration_id)`,
  `create index withheld_emails_by_batch on withheld_emails (batch, migration_id)`,
  `create index logs_newest_first on logs (migration_id, logged_at desc, id desc)`,
];

/**
 * Makes the tables of one block where they are missing. It is called when a migration is created: the run-time role may
 * not create tables, the owner of this function may. Attaching a table does not wait for those who use the others.
 */
const makeBlock = `
  create function make_record_block(migration integer) returns void
  language plpgsql security definer set search_path from current as $body$
  declare
    first integer := migration / 100 * 100;
    parent text;
    block text;
  begin
    -- A drop of the block waits until this migration is there to be seen.
    perform pg_advisory_xact_lock_shared(hashtextextended('ridgeline.record_block', first));
    -- The last one that is made.
    if to_regclass(format('logs_from_%s', first)) is not null then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('ridgeline.record_block.new', first));
    foreach parent in array array[${parents}] loop
      block := format('%s_from_%s', parent, first);
      if to_regclass(block) is null then
        execute format('create table %I (like %I including all excluding identity)', block, parent);
        -- Reached through its parent only, whose policy holds: the block itself shows nothing.
        execute format('alter table %I enable row level security', block);
        execute format('alter table %I force row level security', block);
        execute format('alter table %I attach partition %I for values from (%s) to (%s)',
          parent, block, first, first + 100);
      end if;
    end loop;
  end $body$`;

/** Drops a whole block, unless one of its migrations is not over or has not been for so many days; answers whether it did. */
const dropBlock = `
  create function drop_record_block(first integer, keep_days integer) returns boolean
  -- The lock on the parent shuts all others out for a moment: rather try again later than make them queue up.
  language plpgsql security definer set search_path from current set lock_timeout = '1s' as $body$
  declare
    parent text;
  begin
    perform pg_advisory_xact_lock(hashtextextended('ridgeline.record_block', first));
    if exists (
      select from migrations where id >= first and id < first + 100
        and (completed_at is null or completed_at > now() - keep_days * interval '1 day')
    ) then return false; end if;
    foreach parent in array array[${parents}] loop
      execute format('drop table if exists %I', format('%s_from_%s', parent, first));
    end loop;
    return true;
  exception when lock_not_available then return false;
  end $body$`;

/** How many records came to which end for which reason: small, and kept when the outcomes are dropped. */
const outcomeCounts = `
  create table outcome_counts (
    migration_id integer not null references migrations (id) on delete cascade,
    company_id text not null,
    kind text not null check (kind in ('created', 'updated', 'unchanged', 'skipped', 'failed')),
    -- Empty where the kind needs none.
    reason text not null,
    count integer not null,
    primary key (migration_id, kind, reason)
  )`;

const former = 'batches planned_records email_reservations withheld_emails outcomes logs'.split(' ');

/**
 * What grows with each record is cut into blocks of a hundred migrations: numbers grow with time, so that a block is a
 * stretch of time, is dropped as a whole when all of it is old (ADR 27), and every statement, which names its
 * migration, looks into one block only. What was there before is copied.
 */
export const up: MigrationStep = async (sql) => {
  for (const table of former) await sql(`alter table ${table} rename to former_${table}`);
  // Their names are wanted again.
  for (const index of [
    'batches_pkey',
    'batches_unfinished',
    'record_planned_once',
    'withheld_emails_pkey',
    'withheld_emails_in_turn',
    'outcomes_pkey',
    'log_line_once',
    'logs_newest_first',
  ])
    await sql(`alter index ${index} rename to former_${index}`);

  for (const [table, columns] of Object.entries(definitions)) {
    await sql(`create table ${table} (${columns}) partition by range (migration_id)`);
    await sql(companyScoped(table));
  }
  for (const index of indexes) await sql(index);
  await sql(makeBlock);
  await sql(dropBlock);
  await sql(outcomeCounts);
  await sql(companyScoped('outcome_counts'));
  await sql(
    `select make_record_block(block * 100) from (select distinct id / 100 as block from migrations) b`,
  );
  await copyFormer(sql);
  for (const table of former) await sql(`drop table former_${table}`);
  await sql(`
    update migrations set reconciliation = reconciliation || '{"countedBySource": null}'
    where reconciliation is not null`);
};

/** Copies the rows of the former tables into the new ones. */
async function copyFormer(sql: (statement: string) => Promise<void>): Promise<void> {
  await sql(`
    insert into batches (migration_id, batch, company_id, epoch, revision, record_count, records, planned_at, done_at,
      emails_only, withheld_count)
    select b.migration_id, b.batch, company_id, epoch, revision, record_count, records, planned_at, done_at, emails_only,
      coalesce(withheld, 0)
    from former_batches b left join (
      select migration_id, batch, count(*) as withheld from former_withheld_emails group by migration_id, batch
    ) w on w.migration_id = b.migration_id and w.batch = b.batch`);
  await sql(`
    insert into planned_records select migration_id, source_id, company_id, batch from former_planned_records`);
  await sql(`
    insert into key_reservations (migration_id, kind, key, company_id, source_id, batch)
    select migration_id, 'email', email, company_id, source_id, batch from former_email_reservations`);
  // A run that is under way continues with the HubSpot records that its counted batches have.
  await sql(`
    insert into key_reservations (migration_id, kind, key, company_id, source_id, batch)
    select o.migration_id, 'hubspot_id', o.hubspot_id, o.company_id, o.source_id, o.batch
    from former_outcomes o join migrations m on m.id = o.migration_id
    where m.completed_at is null and o.hubspot_id is not null
    on conflict do nothing`);
  await sql(`
    insert into withheld_emails
    select migration_id, source_id, email, company_id, batch, position, name, properties, put_back, state, given_in
    from former_withheld_emails`);
  await sql(`
    insert into outcomes
    select migration_id, source_id, company_id, batch, kind, hubspot_id, reason from former_outcomes`);
  await sql(`
    insert into logs (migration_id, company_id, line_id, logged_at, level, message, context)
    select migration_id, company_id, line_id, logged_at, level, message, context from former_logs order by id`);
  await sql(`
    insert into outcome_counts (migration_id, company_id, kind, reason, count)
    select migration_id, company_id, kind, coalesce(reason, ''), count(*)::integer from former_outcomes
    group by migration_id, company_id, kind, coalesce(reason, '')`);
}
