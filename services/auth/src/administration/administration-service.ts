import type { ManagedUser, ProtectedPassword, UserChange } from '@ridgeline/contracts';
import { AppError, type ClientOrigin, type UserIdentity } from '@ridgeline/kit';
import { violatedConstraint, type Tx } from '@ridgeline/postgres';
import type { Announce } from '../access/access.ts';
import { toManagedUser, type Account } from '../accounts/account.ts';
import { findAccount, listAccounts, lockAccount } from '../accounts/account-store.postgres.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { fieldError } from '../field-error.ts';
import type { Parts } from '../parts.ts';
import { checkNewPassword } from '../passwords/password-policy.ts';
import { replacePassword } from '../passwords/replace-password.ts';
import { dropResetToken } from '../resets/reset-store.postgres.ts';
import { deleteInvitationsOf } from '../team/invitation-store.postgres.ts';
import { ensureCompany, storeEdit } from './managed-user-store.postgres.ts';
import { describeEdit, editAccount, endsOwnAdministration, type EditedAccount } from './user-edit.ts';

/** An administrator at work. */
interface Administrator {
  readonly user: UserIdentity;
  readonly origin: ClientOrigin;
}

/** What administrators do with users of all companies. */
export interface AdministrationService {
  list(): Promise<ManagedUser[]>;
  /**
   * Edits, moves, revokes and restores; acts on the user's very next request. Throws `user.not_found`,
   * `user.company_unknown`, `auth.email_taken`, and `user.own_access` when an administrator would shut himself out.
   */
  edit(by: Administrator, id: number, change: UserChange): Promise<ManagedUser>;
  /** Sets a password; every session of the user ends. Throws `user.not_found` and what `checkNewPassword` says. */
  resetPassword(by: Administrator, id: number, newPassword: ProtectedPassword): Promise<void>;
}

/** Ids are short words; anything else is no company's, and some of it (a NUL) the database would not even look up. */
function couldBeCompanyId(text: string): boolean {
  return /^[\w-]+$/.test(text.trim());
}

/** How the database's rules read to an administrator. */
function refusalOf(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'users_email_key') return fieldError('email', 'auth.email_taken');
  if (constraint === 'users_company_id_fkey') return fieldError('companyId', 'user.company_unknown');
  return error;
}

/** The use cases of administrators. */
export function createAdministrationService(
  parts: Pick<Parts, 'db' | 'access' | 'passwordKey' | 'hasher' | 'administrators'>,
): AdministrationService {
  const { db, access, passwordKey, hasher, administrators } = parts;

  const entry = (
    { user, origin }: Administrator,
    target: Account,
    what: Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'result' | 'detail'>>,
  ): AuditEntry => ({
    result: 'done',
    actor: { id: user.userId },
    target: { id: target.id, email: target.email },
    companyId: target.companyId,
    origin,
    ...what,
  });

  /** Notes what was done, each deed in a line of its own. */
  const note = async (
    tx: Tx,
    by: Administrator,
    before: Account,
    after: EditedAccount,
    withdrawn: number,
  ): Promise<void> => {
    const edit = describeEdit(before, after);
    if (edit !== '') await record(tx, entry(by, before, { action: 'user-change', detail: edit }));
    if (before.accessRevoked === after.accessRevoked) return;
    const invitations = withdrawn > 0 ? `; open invitations withdrawn: ${withdrawn}` : '';
    await record(
      tx,
      after.accessRevoked
        ? entry(by, before, {
            action: 'access-revoked',
            detail: `${after.accessRevokedReason ?? 'No reason given'}${invitations}`,
          })
        : entry(by, before, { action: 'access-restored' }),
    );
  };

  const apply = async (
    tx: Tx,
    announce: Announce,
    { before, after }: { before: Account; after: EditedAccount },
  ): Promise<{ account: Account; withdrawn: number }> => {
    const moved = before.companyId !== after.companyId;
    if (moved && administrators.has(after.companyId)) await ensureCompany(tx, after.companyId);
    await storeEdit(tx, before.id, after);
    // A link that was sent to the mailbox of before must not open the account of now.
    if (before.email !== after.email) await dropResetToken(tx, before.id);
    const revoked = !before.accessRevoked && after.accessRevoked;
    // Who leaves must not leave a door open.
    const withdrawn = moved || revoked ? await deleteInvitationsOf(tx, before.id) : 0;
    // Sessions from before a revocation do not come back to life with it lifted.
    const restored = before.accessRevoked && !after.accessRevoked;
    return { account: await announce(before.id, { endSessions: restored }), withdrawn };
  };

  return {
    list: async () =>
      (await db.forSystem((tx) => listAccounts(tx, null))).map((account) =>
        toManagedUser(account, administrators),
      ),

    edit: async (by, id, change) => {
      if (change.companyId !== undefined && !couldBeCompanyId(change.companyId))
        throw fieldError('companyId', 'user.company_unknown');
      const edited = await access
        .change(async (tx, announce) => {
          const before = await lockAccount(tx, id);
          if (!before) throw new AppError('user.not_found');
          const after = editAccount(before, change);
          if (id === by.user.userId && endsOwnAdministration(after, administrators))
            return { refused: before };
          const { account, withdrawn } = await apply(tx, announce, { before, after });
          await note(tx, by, before, after, withdrawn);
          return { account };
        })
        .catch((error: unknown) => {
          throw refusalOf(error);
        });
      if (edited.account) return toManagedUser(edited.account, administrators);
      const error = new AppError('user.own_access');
      const refused = { action: 'user-change', result: 'refused', detail: error.text } as const;
      await db.forSystem((tx) => record(tx, entry(by, edited.refused, refused)));
      throw error;
    },

    resetPassword: async (by, id, newPassword) => {
      const secret = await passwordKey.open(newPassword, 'newPassword');
      const account = await db.forSystem((tx) => findAccount(tx, id));
      if (!account) throw new AppError('user.not_found');
      checkNewPassword(secret, { email: account.email, field: 'newPassword' });
      const passwordHash = await hasher.hash(secret);
      await access.change(async (tx, announce) => {
        const account = await replacePassword(tx, announce, id, passwordHash);
        await record(tx, entry(by, account, { action: 'user-password-reset' }));
      });
    },
  };
}
