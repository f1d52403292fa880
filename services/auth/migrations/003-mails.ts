import { companyScoped, idempotencyTable, type MigrationStep } from '@ridgeline/postgres';

const system = `(select current_setting('ridgeline.scope', true)) = 'system'`;

/** What leaves by mail: reset links, invitations, and the jobs that send them. Tokens stand here as hashes only. */
export const up: MigrationStep = async (sql) => {
  // One for each user: the newest link is the only one that works.
  await sql(`
    create table reset_tokens (
      user_id bigint primary key references users on delete cascade,
      token_hash bytea not null,
      expires_at timestamptz not null
    );
    alter table reset_tokens enable row level security;
    alter table reset_tokens force row level security;
    create policy system_scope on reset_tokens using (${system})`);

  await sql(`
    create table invitations (
      id bigint generated always as identity primary key,
      company_id text not null references companies,
      email text not null,
      invited_by bigint not null references users,
      invited_at timestamptz not null default now(),
      expires_at timestamptz not null,
      token_hash bytea constraint invitations_token_key unique
    );
    create unique index invitations_email_key on invitations (company_id, lower(email));
    create index invitations_by_inviter on invitations (invited_by)`);
  await sql(companyScoped('invitations'));

  // Every transaction may ask for a mail; only the runner sees what others asked for.
  await sql(`
    create table mail_jobs (
      id bigint generated always as identity primary key,
      kind text not null constraint mail_jobs_kind
        check (kind in ('password-reset', 'password-changed', 'invitation')),
      email text not null,
      invitation_id bigint,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    );
    create index mail_jobs_by_due on mail_jobs (due_at);
    alter table mail_jobs enable row level security;
    alter table mail_jobs force row level security;
    create policy anybody_adds on mail_jobs for insert with check (true);
    create policy system_scope on mail_jobs using (${system})`);

  await sql(idempotencyTable);
};
