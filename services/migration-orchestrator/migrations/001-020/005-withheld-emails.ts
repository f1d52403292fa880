import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * Email addresses that a run's plans left out of a record because another contact has them, in the order in which the
 * records ask; and plans that only move such addresses, after all records are counted.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table withheld_emails (
      migration_id integer not null references migrations (id) on delete cascade,
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
      primary key (migration_id, source_id, email)
    )`);
  await sql(companyScoped('withheld_emails'));
  await sql(
    `create index withheld_emails_in_turn on withheld_emails (migration_id, email, put_back, batch, position)`,
  );
  await sql(`alter table batches add column emails_only boolean not null default false`);
};
