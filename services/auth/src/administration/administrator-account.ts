import type { Database } from '@ridgeline/postgres';
import { ensureCompany, findAccountByEmail, insertAccount } from '../accounts/account-store.postgres.ts';
import { nameOf, type Account, type AdministratorCompanies } from '../accounts/account.ts';
import { ownActivity } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { addMailJob } from '../mails/mail-job-store.postgres.ts';
import { closeInvitationsFor } from '../team/invitation-store.postgres.ts';

/** An administrator to create. */
export interface NewAdministrator extends Pick<Account, 'email' | 'companyId' | 'passwordHash'> {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** Whether the person gets a mail to set a password. */
  readonly sendLink: boolean;
}

/** The result. `taken`: the email belongs to a user who is not an administrator; `revoked`: to one without access. */
export type AdministratorMade = 'created' | 'is-administrator' | 'revoked' | 'taken';

/**
 * Creates an administrator: the only way to add a user to an administrators' company without an administrator, and therefore
 * only for operators who can reach the database.
 */
export function makeAdministrator(
  { db, administrators }: { readonly db: Database; readonly administrators: AdministratorCompanies },
  { email, companyId, passwordHash, firstName, lastName, sendLink }: NewAdministrator,
): Promise<AdministratorMade> {
  return db.forSystem(async (tx) => {
    const known = await findAccountByEmail(tx, email);
    if (known && !administrators.has(known.companyId)) return 'taken';
    if (known) return known.accessRevoked ? 'revoked' : 'is-administrator';
    await ensureCompany(tx, companyId);
    const account = await insertAccount(tx, {
      email,
      username: email,
      firstName: nameOf(firstName),
      lastName: nameOf(lastName),
      companyId,
      passwordHash,
      // The operator who runs the command is trusted to know the address.
      emailVerified: true,
    });
    await closeInvitationsFor(tx, email);
    const detail = 'Made an administrator by command';
    const origin = { address: null, userAgent: null };
    await record(tx, ownActivity(account, { action: 'registration', result: 'done', origin, detail }));
    if (sendLink) await addMailJob(tx, { kind: 'password-reset', email });
    return 'created';
  });
}
