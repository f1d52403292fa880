import type { Tx } from '@ridgeline/postgres';
import type { Announce } from '../access/access.ts';
import type { Account } from '../accounts/account.ts';
import { setPasswordHash } from '../accounts/account-store.postgres.ts';
import { addMailJob } from '../mails/mail-job-store.postgres.ts';
import { dropResetToken } from './reset-store.postgres.ts';

/**
 * Gives an account another password, however it came about: every session ends, reset links that are under way stop to
 * work, and the owner is told by mail.
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
