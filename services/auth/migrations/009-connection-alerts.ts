import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** Connections that have stopped working, collected for one mail to each of the company's people. */
export const up: MigrationStep = async (sql) => {
  // Closed as soon as a mail of it is written: all get the same.
  await sql(`
    create table alert_digests (
      id bigint generated always as identity primary key,
      company_id text not null,
      due_at timestamptz not null,
      closed boolean not null default false
    );
    create index alert_digests_by_company on alert_digests (company_id, due_at)`);
  await sql(companyScoped('alert_digests'));

  await sql(`
    create table alert_lines (
      digest_id bigint not null references alert_digests on delete cascade,
      connection_id integer not null,
      part text not null constraint alert_lines_part check (part in ('acculynx', 'hubspot', 'webhook')),
      company_id text not null,
      connection_name text not null,
      reason text not null,
      syncs_contacts boolean not null,
      syncs_jobs boolean not null,
      has_open_migrations boolean not null,
      failed_migration boolean not null,
      at timestamptz not null,
      primary key (digest_id, connection_id, part)
    )`);
  await sql(companyScoped('alert_lines'));

  await sql(`
    alter table mail_jobs
      add column digest_id bigint,
      drop constraint mail_jobs_kind,
      add constraint mail_jobs_kind check
        (kind in ('password-reset', 'password-changed', 'invitation', 'email-replaced', 'email-assigned',
          'email-verification', 'member-removed', 'connections-stopped'))`);
};
