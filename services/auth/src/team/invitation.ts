import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { findAccountByEmail } from '../accounts/account-store.postgres.ts';
import type { Account } from '../accounts/account.ts';
import { hashOfToken } from '../mails/mail-job.ts';
import { findInvitationByToken, type StoredInvitation } from './invitation-store.postgres.ts';

/**
 * The invitation that a link opens, without using it up; needs the system's scope. Throws `team.invitation_invalid`, and
 * `team.account_exists` when its email has an account by now: a registration cannot bring that one into the company.
 */
export async function openInvitation(tx: Tx, token: string): Promise<StoredInvitation> {
  const found = await findInvitationByToken(tx, hashOfToken(token));
  if (found && (await findAccountByEmail(tx, found.email))) throw new AppError('team.account_exists');
  if (!found || found.closed) throw new AppError('team.invitation_invalid');
  return found;
}

/**
 * The invitation that a link opens for a user who already has an account with the invited email, without using it up;
 * needs the system's scope. Throws `team.invitation_invalid`, `team.invitation_other_account`,
 * and `team.already_member` when there is nothing to join.
 */
export async function ownInvitation(
  tx: Tx,
  account: Pick<Account, 'email' | 'companyId'>,
  token: string,
): Promise<StoredInvitation> {
  const found = await findInvitationByToken(tx, hashOfToken(token));
  if (!found) throw new AppError('team.invitation_invalid');
  if (found.email.toLowerCase() !== account.email.toLowerCase())
    throw new AppError('team.invitation_other_account');
  if (found.companyId === account.companyId) throw new AppError('team.already_member');
  if (found.accepted) throw new AppError('team.invitation_invalid');
  return found;
}
