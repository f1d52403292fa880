import type { verificationSchema } from '@ridgeline/contracts';
import { AppError, type ClientOrigin, type UserIdentity } from '@ridgeline/kit';
import type { Tx, Database } from '@ridgeline/postgres';
import type { z } from 'zod';
import { toUser, type Account, type AdministratorCompanies } from '../accounts/account.ts';
import { findAccount, lockAccount, setEmailVerified } from '../accounts/account-store.postgres.ts';
import { ownActivity } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { hashOfToken } from '../mails/mail-job.ts';
import { addMailJob } from '../mails/mail-job-store.postgres.ts';
import { askForVerification, takeVerificationToken } from './verification-store.postgres.ts';

/** Showing that an email is one's own. */
export interface VerificationService {
  /** Sends the link again; `auth.email_verified` when there is nothing to verify, `request.too_many` when it is too soon. */
  sendAgain(identity: UserIdentity): Promise<void>;
  /**
   * Accepts a link in the session of the account that it is for, so that following an emailed link cannot verify someone
   * else's account. Throws `auth.verification_link_invalid`; a second time it answers the same as the first.
   */
  verify(
    identity: UserIdentity,
    verification: z.output<typeof verificationSchema>,
    origin: ClientOrigin,
  ): Promise<ReturnType<typeof toUser>>;
}

/** What verifying works with. */
export interface VerificationParts {
  readonly db: Database;
  readonly administrators: AdministratorCompanies;
}

/** Queues an email with a link, in the transaction that requires it; `request.too_many` when it is too soon. */
export async function requestVerification(
  tx: Tx,
  { id, email }: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  const retryAfterSeconds = await askForVerification(tx, id);
  if (retryAfterSeconds !== null) throw new AppError('request.too_many', { retryAfterSeconds });
  await addMailJob(tx, { kind: 'email-verification', email });
}

/** The use cases of verifying an email. */
export function createVerificationService({ db, administrators }: VerificationParts): VerificationService {
  return {
    sendAgain: ({ userId }) =>
      db.forSystem(async (tx) => {
        const account = await findAccount(tx, userId);
        if (!account) throw new AppError('session.missing');
        if (account.emailVerified) throw new AppError('auth.email_verified');
        await requestVerification(tx, account);
      }),

    verify: ({ userId }, { token }, origin) =>
      db.forSystem(async (tx) => {
        const account = await lockAccount(tx, userId);
        if (!account) throw new AppError('session.missing');
        if (account.emailVerified) return toUser(account, administrators);
        if (!(await takeVerificationToken(tx, userId, hashOfToken(token))))
          throw new AppError('auth.verification_link_invalid');
        await setEmailVerified(tx, userId);
        await record(tx, ownActivity(account, { action: 'email-verified', result: 'done', origin }));
        return toUser({ ...account, emailVerified: true }, administrators);
      }),
  };
}
