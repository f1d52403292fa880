import type { passwordChangeSchema } from '@ridgeline/contracts';
import type { SessionGrant } from '@ridgeline/contracts/internal';
import { AppError, fieldError, type ClientOrigin } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import type { z } from 'zod';
import type { Access, Announce } from '../accounts/access.ts';
import { findAccount, lockAccount, setPasswordHash } from '../accounts/account-store.postgres.ts';
import { toUser, type Account, type AdministratorCompanies } from '../accounts/account.ts';
import { ownActivity } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { addMailJob } from '../mails/mail-job-store.postgres.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordKey } from '../passwords/password-key.ts';
import { checkNewPassword } from '../passwords/password-policy.ts';
import { dropResetToken } from './reset-store.postgres.ts';

/**
 * Changes the password of an account, however the change was made: every session ends, open reset links stop working, and the
 * owner is notified by email.
 */
export async function replacePassword(
  tx: Tx,
  announce: Announce,
  userId: number,
  passwordHash: string,
): Promise<Account> {
  await setPasswordHash(tx, userId, passwordHash);
  await dropResetToken(tx, userId);
  const account = await announce(userId, { endSessions: true });
  await addMailJob(tx, { kind: 'password-changed', email: account.email });
  return account;
}

/** A person's change of the own password. */
type PasswordChange = z.output<typeof passwordChangeSchema> & { readonly userId: number };

/** Changing one's own password. */
export interface PasswordChangeService {
  /**
   * Ends every session and grants a new one. Throws `auth.current_password_wrong` (a 400: a 401 would end the session in
   * the client), what `checkNewPassword` says, and `session.missing` when the session has ended.
   */
  change(change: PasswordChange, origin: ClientOrigin): Promise<SessionGrant>;
}

/** What a change of the own password works with. */
export interface PasswordChangeParts {
  readonly db: Database;
  readonly access: Access;
  readonly passwordKey: PasswordKey;
  readonly hasher: PasswordHasher;
  readonly administrators: AdministratorCompanies;
}

/** The use case of changing one's own password. */
export function createPasswordChangeService(parts: PasswordChangeParts): PasswordChangeService {
  const { db, access, passwordKey, hasher, administrators } = parts;
  const action = 'password-change';

  return {
    change: async ({ userId, currentPassword, newPassword }, origin) => {
      const current = await passwordKey.open(currentPassword, 'currentPassword');
      if (current === '') throw fieldError('currentPassword', 'auth.current_password_required');
      const secret = await passwordKey.open(newPassword, 'newPassword');
      const account = await db.forSystem((tx) => findAccount(tx, userId));
      if (!account) throw new AppError('session.missing');
      checkNewPassword(secret, { email: account.email, field: 'newPassword' });
      if (!(await hasher.verify(account.passwordHash, current))) {
        const detail = 'The current password was wrong';
        await db.forSystem((tx) =>
          record(tx, ownActivity(account, { action, result: 'refused', origin, detail })),
        );
        throw fieldError('currentPassword', 'auth.current_password_wrong');
      }
      const hash = await hasher.hash(secret);
      const changed = await access.change(async (tx, announce) => {
        // Of two concurrent changes one wins; for the other the session has ended, as for all others.
        const locked = await lockAccount(tx, userId);
        if (locked?.sessionEpoch !== account.sessionEpoch) throw new AppError('session.missing');
        await record(tx, ownActivity(locked, { action, result: 'done', origin }));
        return replacePassword(tx, announce, userId, hash);
      });
      return { user: toUser(changed, administrators), sessionEpoch: changed.sessionEpoch };
    },
  };
}
