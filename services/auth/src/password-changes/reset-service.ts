import type { passwordResetSchema } from '@ridgeline/contracts';
import { AppError, type ClientOrigin } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { z } from 'zod';
import type { Access } from '../accounts/access.ts';
import { ownActivity } from '../audit/audit-entry.ts';
import { setEmailVerified } from '../accounts/account-store.postgres.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { hashOfToken } from '../mails/mail-job.ts';
import { addMailJob } from '../mails/mail-job-store.postgres.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordKey } from '../passwords/password-key.ts';
import { checkNewPassword, resetLinkRule } from '../passwords/password-policy.ts';
import { replacePassword } from './password-change-service.ts';
import { emailOfResetToken, takeResetToken } from './reset-store.postgres.ts';

/** Resetting forgotten passwords. */
export interface ResetService {
  /** Asks for a reset mail. Known and unknown emails cost the same: this does not check whether there is an account. */
  request(email: string, origin: ClientOrigin): Promise<void>;
  /**
   * Sets the password by the link of a mail, once; every session of the account ends. Throws `auth.reset_link_expired` for
   * any link that does not work, whatever is wrong with it, and what `checkNewPassword` says. Returns the user.
   */
  complete(reset: z.output<typeof passwordResetSchema>, origin: ClientOrigin): Promise<{ email: string }>;
}

/** What resetting works with. */
export interface ResetParts {
  readonly db: Database;
  readonly access: Access;
  readonly passwordKey: PasswordKey;
  readonly hasher: PasswordHasher;
}

/** The use cases of resetting a password by mail. */
export function createResetService({ db, access, passwordKey, hasher }: ResetParts): ResetService {
  const refuse = async (userId: number, origin: ClientOrigin): Promise<AppError> => {
    const error = new AppError('auth.reset_link_expired');
    await db.forSystem((tx) =>
      record(tx, {
        action: 'password-reset',
        result: 'refused',
        actor: { id: null },
        target: { id: userId },
        companyId: null,
        origin,
        detail: error.text,
      }),
    );
    return error;
  };

  return {
    request: (email, origin) =>
      db.forSystem(async (tx) => {
        await addMailJob(tx, { kind: 'password-reset', email });
        const actor = { id: null, email };
        await record(tx, { action: 'password-forgotten', result: 'done', actor, companyId: null, origin });
      }),

    complete: async ({ token, userId, password }, origin) => {
      const secret = await passwordKey.open(password);
      const tokenHash = hashOfToken(token);
      // Checked first, so that an invalid link costs no hash; the transaction decides.
      const email = await db.forSystem((tx) => emailOfResetToken(tx, userId, tokenHash));
      if (email === null) throw await refuse(userId, origin);
      checkNewPassword(secret, { email, rule: resetLinkRule });
      const passwordHash = await hasher.hash(secret);
      const done = await access.change(async (tx, announce) => {
        if (!(await takeResetToken(tx, userId, tokenHash))) return null;
        // The link came by mail: its holder reads the mailbox.
        await setEmailVerified(tx, userId);
        const account = await replacePassword(tx, announce, userId, passwordHash);
        await record(tx, ownActivity(account, { action: 'password-reset', result: 'done', origin }));
        return { email: account.email };
      });
      if (!done) throw await refuse(userId, origin);
      return done;
    },
  };
}
