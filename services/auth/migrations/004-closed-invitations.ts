import type { MigrationStep } from '@ridgeline/postgres';

/** Invitations whose e-mail got an account without them, and the mails that tell of an address that was changed. */
export const up: MigrationStep = async (sql) => {
  // Kept, so that the link can say what has happened; nobody sees them any more, and they let nobody in.
  await sql(`
    alter table invitations add column closed boolean not null default false;
    create index invitations_by_email on invitations (lower(email))`);
  await sql(`
    alter table mail_jobs
      drop constraint mail_jobs_kind,
      add constraint mail_jobs_kind check
        (kind in ('password-reset', 'password-changed', 'invitation', 'email-replaced', 'email-assigned'))`);
};
