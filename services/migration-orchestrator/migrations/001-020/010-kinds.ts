import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** What was there before is about contacts: no migration of another kind could be created. */
const ofContacts = `kind text not null default 'contact'`;

/** From now on `kind` names the kind of record in all tables, and `outcome` its result. */
const records = [
  `alter table batches rename column withheld_count to deferred_count`,
  `alter table batches add column ${ofContacts},
     add column pass text not null default 'records' check (pass in ('records', 'settle')),
     -- How many records of other kinds its records refer to.
     add column reference_count integer not null default 0`,
  `update batches set pass = 'settle' where emails_only`,
  `alter table batches drop column emails_only`,

  `alter table planned_records add column ${ofContacts}, drop constraint record_planned_once,
     add constraint record_planned_once primary key (migration_id, source_id, kind)`,

  `alter table outcomes rename column kind to outcome`,
  `alter table outcomes add column ${ofContacts}, drop constraint outcomes_pkey,
     add constraint outcomes_pkey primary key (migration_id, source_id, kind)`,

  // What is claimed: the unique value of the record's kind, or the HubSpot record. One statement rewrites the table once.
  `alter table key_reservations rename column kind to claim`,
  `alter table key_reservations drop constraint key_reservations_pkey, drop constraint key_reservations_kind_check,
     alter column claim type text using case claim when 'email' then 'key' else claim end,
     add constraint key_reservations_claim_check check (claim in ('key', 'hubspot_id')),
     add column ${ofContacts},
     add constraint key_reservations_pkey primary key (migration_id, key, kind, claim)`,
];

const deferredValues = [
  `alter table withheld_emails rename to deferred_values`,
  // Blocks are found by their names.
  `do $do$
   declare block text;
   begin
     for block in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'deferred_values'::regclass
     loop
       execute format('alter table %I rename to %I', block, replace(block, 'withheld_emails_', 'deferred_values_'));
     end loop;
   end $do$`,
  `alter table deferred_values rename column email to value`,
  `drop index withheld_emails_by_email, withheld_emails_by_batch`,
  `alter table deferred_values drop constraint withheld_emails_pkey, add column ${ofContacts},
     add column property text not null default 'email',
     add constraint deferred_values_pkey primary key (source_id, migration_id, kind, property, value)`,
  `alter table deferred_values alter column property drop default`,
  // No index begins with the migration, as in step 7.
  `create index deferred_values_by_value on deferred_values (value, migration_id)`,
  `create index deferred_values_by_batch on deferred_values (batch, migration_id)`,
];

const counts = [
  `alter table outcome_counts rename column kind to outcome`,
  `alter table outcome_counts add column ${ofContacts}, drop constraint outcome_counts_pkey,
     add constraint outcome_counts_pkey primary key (migration_id, kind, outcome, reason)`,
  // How many records were copied with a warning: small, and kept as the counts are.
  `create table warning_counts (
     migration_id integer not null references migrations (id) on delete cascade,
     company_id text not null,
     kind text not null,
     code text not null,
     count integer not null,
     primary key (migration_id, kind, code)
   )`,
  companyScoped('warning_counts'),
];

/** From now on every write names the kind. */
const kindTables = 'batches planned_records key_reservations deferred_values outcomes outcome_counts'.split(
  ' ',
);

const migrations = [
  // The name of the kind of record that people chose to migrate, and what they chose for it.
  `alter table migrations add column kind text, add column options jsonb`,
  `update migrations set kind = case migration_type when 'jobs' then 'job' else 'contact' end,
     options = jsonb_build_object('includeNoEmailContacts', include_no_email_contacts,
       'enumerativeErrorStrategy', enumerative_error_strategy),
     reconciliation = reconciliation || '{"warnedByReason": {}, "alongside": {}}'`,
  `alter table migrations alter column kind set not null, alter column options set not null,
     drop column include_no_email_contacts, drop column enumerative_error_strategy`,
  `alter table links drop constraint links_object_type_check`,
];

/** The functions of step 7 that make and drop blocks name the tables. */
const blocks = ['make_record_block(integer)', 'drop_record_block(integer, integer)'].map(
  (name) => `do $do$ begin
     execute replace(pg_get_functiondef('${name}'::regprocedure), 'withheld_emails', 'deferred_values');
   end $do$`,
);

/**
 * A migration may count several kinds of records (ADR 32): each batch holds records of one kind, and ids, unique values
 * and outcomes are a kind's own. Stored plans stay as they are, because `json` cannot be rewritten here:
 * `src/plans/plan-revision.ts` reads them.
 */
export const up: MigrationStep = async (sql) => {
  for (const statement of [...records, ...deferredValues, ...counts, ...migrations, ...blocks])
    await sql(statement);
  for (const table of kindTables) await sql(`alter table ${table} alter column kind drop default`);
};
