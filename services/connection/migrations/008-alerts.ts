import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

const ofConnection = `
  connection_id integer not null,
  company_id text not null,
  part text not null check (part in ('acculynx', 'hubspot', 'webhook')),
  primary key (connection_id, part),
  foreign key (company_id, connection_id) references connections (company_id, id)
    on delete cascade on update cascade`;

/** Pending alerts of what has stopped working, and the runs that a vendor has recently refused. */
export const up: MigrationStep = async (sql) => {
  await sql(`create table stop_notes (due_at timestamptz not null, ${ofConnection})`);
  await sql(companyScoped('stop_notes'));
  await sql(`create index stop_notes_due on stop_notes (due_at)`);

  await sql(`create table run_refusals (refused_at timestamptz not null, ${ofConnection})`);
  await sql(companyScoped('run_refusals'));
};
