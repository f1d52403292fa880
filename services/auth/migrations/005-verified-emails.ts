import type { MigrationStep } from '@ridgeline/postgres';

const system = `(select current_setting('ridgeline.scope', true)) = 'system'`;

/** Whether a person has shown that the email is theirs, the links that show it, and which invitations were accepted. */
export const up: MigrationStep = async (sql) => {
  // Existing users count as verified.
  await sql(`alter table users add column email_verified_at timestamptz`);
  await sql(`update users set email_verified_at = now()`);
  // One for each user: the newest link is the only one that works.
  await sql(`
    create table email_verifications (
      user_id bigint primary key references users on delete cascade,
      asked integer not null default 1,
      asked_at timestamptz not null default now(),
      token_hash bytea,
      expires_at timestamptz
    );
    alter table email_verifications enable row level security;
    alter table email_verifications force row level security;
    create policy system_scope on email_verifications using (${system})`);

  // Those closed before count as accepted: which ones were is not known, and an accepted one admits no one again.
  await sql(`
    alter table invitations add column accepted boolean not null default false;
    update invitations set accepted = closed`);
  await sql(`
    alter table mail_jobs
      drop constraint mail_jobs_kind,
      add constraint mail_jobs_kind check
        (kind in ('password-reset', 'password-changed', 'invitation', 'email-replaced', 'email-assigned',
          'email-verification', 'member-removed'))`);
};
