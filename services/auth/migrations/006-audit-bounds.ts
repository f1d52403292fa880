import { inboxTables } from '@ridgeline/kafka';
import type { MigrationStep } from '@ridgeline/postgres';

const system = `(select current_setting('ridgeline.scope', true)) = 'system'`;

/** The limits of the audit trail: how long entries are kept, and how many refusals are recorded per hour. And the inbox of other services' audit events. */
export const up: MigrationStep = async (sql) => {
  await sql(inboxTables);
  await sql(`create index audit_by_at on audit (at)`);

  // The service can still only add to the trail; this is the one way for lines to go, and never for recent ones.
  await sql(`
    create function forget_audit(before timestamptz, most integer) returns integer
    language plpgsql security definer set search_path from current as $$
    declare
      gone integer;
    begin
      if before > now() - interval '7 days' then
        raise exception 'Lines of the last seven days stay';
      end if;
      delete from audit where id in (select id from audit where at < before order by at limit most);
      get diagnostics gone = row_count;
      return gone;
    end $$;
    revoke all on function forget_audit from public;
    grant execute on function forget_audit to auth_app`);

  // Refusals of an hour, of one action: of all together under an empty subject, and of each subject.
  await sql(`
    create table audit_refusals (
      hour timestamptz not null,
      action text not null,
      subject text not null,
      seen integer not null,
      primary key (hour, action, subject)
    );
    alter table audit_refusals enable row level security;
    alter table audit_refusals force row level security;
    create policy system_scope on audit_refusals using (${system})`);
};
