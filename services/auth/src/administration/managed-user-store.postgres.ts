import type { Tx } from '@ridgeline/postgres';
import type { EditedAccount } from './user-edit.ts';

/** Stores an edit; another e-mail is not verified; violates `users_email_key` when the e-mail is taken, `users_company_id_fkey` when there is no such company. */
export async function storeEdit(tx: Tx, id: number, edited: EditedAccount): Promise<void> {
  const { firstName, lastName, email, username, companyId, accessRevoked, accessRevokedReason } = edited;
  await tx.query(
    `update users set first_name = $2, last_name = $3, email = $4, username = $5, company_id = $6,
       access_revoked = $7, access_revoked_reason = $8,
       email_verified_at = case when lower(email) = lower($4) then email_verified_at end, updated_at = now()
     where id = $1`,
    [id, firstName, lastName, email, username, companyId, accessRevoked, accessRevokedReason],
  );
}

/** Makes sure that an administrators' company is there: nobody registers in one, so its first user brings it along. */
export async function ensureCompany(tx: Tx, companyId: string): Promise<void> {
  await tx.query('insert into companies (company_id) values ($1) on conflict do nothing', [companyId]);
}
