import type { ManagedUser, ProtectedPassword, UserChange } from '@ridgeline/contracts';
import { AppError, type ClientOrigin, type UserIdentity, fieldError } from '@ridgeline/kit';
import { violatedConstraint, type Tx, type Database } from '@ridgeline/postgres';
import type { Announce, Access } from '../accounts/access.ts';
import {
  ensureCompany,
  findAccount,
  listAccounts,
  lockAccounts,
  storeEdit,
} from '../accounts/account-store.postgres.ts';
import {
  toManagedUser,
  type Account,
  type AdministratorCompanies,
  type EditedAccount,
} from '../accounts/account.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { addMailJob } from '../mails/mail-job-store.postgres.ts';
import { replacePassword } from '../password-changes/password-change-service.ts';
import { dropResetToken } from '../password-changes/reset-store.postgres.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordKey } from '../passwords/password-key.ts';
import { administratorRule, checkNewPassword } from '../passwords/password-policy.ts';
import { closeInvitationsFor, deleteInvitationsOf } from '../team/invitation-store.postgres.ts';
import { requestVerification } from '../verification/verification-service.ts';
import { dropVerification } from '../verification/verification-store.postgres.ts';
import { canAdminister, changesNothing, describeEdit, editAccount } from './user-edit.ts';

/** The administrator who acts. */
interface Administrator {
  readonly user: UserIdentity;
  readonly origin: ClientOrigin;
}

/** What administrators do with users of all companies. */
export interface AdministrationService {
  list(): Promise<ManagedUser[]>;
  /**
   * Edits, moves, revokes and restores; takes effect on the user's next request, and notifies both mailboxes when the email
   * changes. Throws `user.not_found`, `user.company_unknown`, `auth.email_taken`, `user.own_access` when an administrator
   * would end their own access, and `session.forbidden` when it was ended a moment ago. An administrator can therefore only
   * remove others, so that the last one always remains.
   */
  edit(by: Administrator, id: number, change: UserChange): Promise<ManagedUser>;
  /** Sets a password; every session of the user ends. Throws `user.not_found` and what `checkNewPassword` says. */
  resetPassword(by: Administrator, id: number, newPassword: ProtectedPassword): Promise<void>;
}

/** What administration works with. `reading` serves read-only calls, which can wait. */
export interface AdministrationParts {
  readonly db: Database;
  readonly reading: Database;
  readonly access: Access;
  readonly passwordKey: PasswordKey;
  readonly hasher: PasswordHasher;
  readonly administrators: AdministratorCompanies;
}

/** Maps violated database constraints to errors for an administrator. */
function refusalOf(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'users_email_key') return fieldError('email', 'auth.email_taken');
  if (constraint === 'users_company_id_fkey') return fieldError('companyId', 'user.company_unknown');
  return error;
}

/** The use cases of administrators. */
export function createAdministrationService(parts: AdministrationParts): AdministrationService {
  const { db, reading, access, passwordKey, hasher, administrators } = parts;

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

  /** Records the administrator's actions, each as its own audit entry. */
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

  /** The user, after checking that the administrator may still change them; both are locked until the transaction ends. */
  const lockBoth = async (
    tx: Tx,
    { user: { userId } }: Administrator,
    id: number,
  ): Promise<{ target: Account; mayAct: boolean }> => {
    const accounts = await lockAccounts(tx, [userId, id]);
    const [actor, target] = [accounts.get(userId), accounts.get(id)];
    if (!target) throw new AppError('user.not_found');
    return { target, mayAct: actor !== undefined && canAdminister(actor, administrators) };
  };

  const moveMailbox = async (tx: Tx, { id, email }: Account, newEmail: string): Promise<void> => {
    // A link that was sent to the former mailbox must not open the account any more.
    await dropResetToken(tx, id);
    await dropVerification(tx, id);
    await closeInvitationsFor(tx, newEmail);
    await addMailJob(tx, { kind: 'email-replaced', email });
    await addMailJob(tx, { kind: 'email-assigned', email: newEmail });
    await requestVerification(tx, { id, email: newEmail });
  };

  const apply = async (
    tx: Tx,
    announce: Announce,
    { before, after }: { before: Account; after: EditedAccount },
  ): Promise<{ account: Account; withdrawn: number }> => {
    const moved = before.companyId !== after.companyId;
    if (moved && administrators.has(after.companyId)) await ensureCompany(tx, after.companyId);
    await storeEdit(tx, before.id, after);
    if (before.email.toLowerCase() !== after.email.toLowerCase()) await moveMailbox(tx, before, after.email);
    const revoked = !before.accessRevoked && after.accessRevoked;
    // Invitations by a user who leaves must not let others in.
    const withdrawn = moved || revoked ? await deleteInvitationsOf(tx, before.id) : 0;
    // Sessions from before a revocation stay ended when access is restored.
    const restored = before.accessRevoked && !after.accessRevoked;
    return { account: await announce(before.id, { endSessions: restored }), withdrawn };
  };

  return {
    list: async () =>
      (await reading.forSystem((tx) => listAccounts(tx, null))).map((account) =>
        toManagedUser(account, administrators),
      ),

    edit: async (by, id, change) => {
      const edited = await access
        .change(async (tx, announce) => {
          const { target: before, mayAct } = await lockBoth(tx, by, id);
          if (!mayAct) return { refused: before, code: 'session.forbidden' as const };
          const after = editAccount(before, change);
          if (id === by.user.userId && !canAdminister(after, administrators))
            return { refused: before, code: 'user.own_access' as const };
          if (changesNothing(before, after)) return { account: before };
          const { account, withdrawn } = await apply(tx, announce, { before, after });
          await note(tx, by, before, after, withdrawn);
          return { account };
        })
        .catch((error: unknown) => {
          throw refusalOf(error);
        });
      if (edited.account) return toManagedUser(edited.account, administrators);
      const error = new AppError(edited.code);
      const refused = { action: 'user-change', result: 'refused', detail: error.text } as const;
      await db.forSystem((tx) => record(tx, entry(by, edited.refused, refused)));
      throw error;
    },

    resetPassword: async (by, id, newPassword) => {
      const secret = await passwordKey.open(newPassword, 'newPassword');
      const account = await db.forSystem((tx) => findAccount(tx, id));
      if (!account) throw new AppError('user.not_found');
      checkNewPassword(secret, { email: account.email, field: 'newPassword', rule: administratorRule });
      const passwordHash = await hasher.hash(secret);
      await access.change(async (tx, announce) => {
        if (!(await lockBoth(tx, by, id)).mayAct) throw new AppError('session.forbidden');
        const account = await replacePassword(tx, announce, id, passwordHash);
        await record(tx, entry(by, account, { action: 'user-password-reset' }));
      });
    },
  };
}
