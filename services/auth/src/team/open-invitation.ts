import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { findAccountByEmail } from '../accounts/account-store.postgres.ts';
import { hashOfToken } from '../mails/link-token.ts';
import { findInvitationByToken, type StoredInvitation } from './invitation-store.postgres.ts';

/**
 * The invitation that a link opens, without using it up; needs the system's scope. Throws `team.invitation_invalid`, and
 * `team.account_exists` when its e-mail has an account by now: a registration cannot bring that one into the company.
 */
export async function openInvitation(tx: Tx, token: string): Promise<StoredInvitation> {
  const found = await findInvitationByToken(tx, hashOfToken(token));
  if (found && (await findAccountByEmail(tx, found.email))) throw new AppError('team.account_exists');
  if (!found || found.closed) throw new AppError('team.invitation_invalid');
  return found;
}
