import type { Invitation, User } from '@ridgeline/contracts';
import { AppError, type UserIdentity } from '@ridgeline/kit';
import type { Tx, Database } from '@ridgeline/postgres';
import type { Access } from '../accounts/access.ts';
import { findAccount, lockAccount, setCompany } from '../accounts/account-store.postgres.ts';
import { toUser, type AdministratorCompanies } from '../accounts/account.ts';
import { record } from '../audit/audit-store.postgres.ts';
import {
  acceptClosedInvitation,
  deleteInvitationsOf,
  type StoredInvitation,
} from './invitation-store.postgres.ts';
import { memberEntry, notingRefusal, presentMember, type Actor } from './membership.ts';
import { ownInvitation } from './invitation.ts';

/** Joining a company with an account that exists. */
export interface JoiningService {
  /** The invitation behind a link; throws what `ownInvitation` does. */
  open(user: UserIdentity, token: string): Promise<Pick<Invitation, 'email' | 'invitedBy' | 'expiresAt'>>;
  /**
   * Moves one's own account into the inviter's company; what the former company owns stays there. Throws what `open`
   * does, `team.invitee_unverified`, and `user.own_access` to administrators, who are moved by one another only.
   */
  accept(by: Actor, token: string): Promise<User>;
}

/** What joining works with. */
export interface JoiningParts {
  readonly db: Database;
  readonly access: Access;
  readonly administrators: AdministratorCompanies;
}

/** The use cases of joining. */
export function createJoiningService({ db, access, administrators }: JoiningParts): JoiningService {
  const join = async (tx: Tx, { user }: Actor, token: string): Promise<StoredInvitation> => {
    const account = presentMember(await lockAccount(tx, user.userId), user);
    const invitation = await ownInvitation(tx, account, token);
    if (!account.emailVerified) throw new AppError('team.invitee_unverified');
    if (administrators.has(account.companyId)) throw new AppError('user.own_access');
    if (!(await acceptClosedInvitation(tx, invitation.id))) throw new AppError('team.invitation_invalid');
    await setCompany(tx, account.id, invitation.companyId);
    // Invitations by a user who leaves must not let others in.
    await deleteInvitationsOf(tx, account.id);
    return invitation;
  };

  return {
    open: ({ userId }, token) =>
      db.forSystem(async (tx) => {
        const account = await findAccount(tx, userId);
        if (!account) throw new AppError('session.missing');
        const { email, invitedBy, expiresAt } = await ownInvitation(tx, account, token);
        return { email, invitedBy, expiresAt: expiresAt.toISOString() };
      }),

    accept: (by, token) =>
      notingRefusal(db, by, { action: 'invitation-accepted' }, () =>
        access.change(async (tx, announce) => {
          const { companyId, inviterEmail } = await join(tx, by, token);
          const detail = `Invited by ${inviterEmail}; left ${by.user.companyId}`;
          await record(tx, memberEntry(by, { action: 'invitation-accepted', companyId, detail }));
          return toUser(await announce(by.user.userId), administrators);
        }),
      ),
  };
}
