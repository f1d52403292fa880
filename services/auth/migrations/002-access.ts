import { outboxTables } from '@ridgeline/kafka';
import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** What sessions are checked against, the events about it, and the audit trail, which is append-only for the service. */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table users
      add column access_version integer not null default 1,
      add column session_epoch integer not null default 1,
      add column last_sign_in_at timestamptz`);
  await sql(outboxTables);

  // Without references: a line must outlive whatever it speaks of.
  await sql(`
    create table audit (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      action text not null,
      result text not null constraint audit_result check (result in ('done', 'refused')),
      actor_id bigint,
      actor_email text,
      target_id bigint,
      target_email text,
      company_id text,
      address text,
      user_agent text,
      detail text
    )`);
  await sql(`create index audit_by_action on audit (action, id)`);
  await sql(companyScoped('audit'));
  await sql(`revoke update, delete, truncate on audit from auth_app`);
};
