import type { MigrationStep } from '@ridgeline/postgres';

/** Invitations whose email got an account without them, and the emails about a changed address. */
export const up: MigrationStep = async (sql) => {
  // Kept, so that the link can say what has happened; they are in no list, and admit no one.
  await sql(`
    alter table invitations add column closed boolean not null default false;
    create index invitations_by_email on invitations (lower(email))`);
  await sql(`
    alter table mail_jobs
      drop constraint mail_jobs_kind,
      add constraint mail_jobs_kind check
        (kind in ('password-reset', 'password-changed', 'invitation', 'email-replaced', 'email-assigned'))`);
};
