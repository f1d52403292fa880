import { AppError } from '@ridgeline/kit';
import type { Tx, Database } from '@ridgeline/postgres';
import type { Access } from '../accounts/access.ts';
import {
  insertCompany,
  lockAccounts,
  retryWhenCompanyIdTaken,
  setCompany,
} from '../accounts/account-store.postgres.ts';
import { newCompanyId, type Account, type AdministratorCompanies } from '../accounts/account.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { addMailJob } from '../mails/mail-job-store.postgres.ts';
import { deleteInvitationsOf, deleteInvitationsTo } from './invitation-store.postgres.ts';
import { memberEntry, notingRefusal, presentMember, type Actor } from './membership.ts';

/**
 * Moves a colleague into a new company of their own and ends all of their sessions (ADR 21). Throws `team.member_not_found`,
 * and `team.own_membership`: the remover stays, so the last one is never removed.
 */
export type RemoveMember = (by: Actor, id: number) => Promise<void>;

/** What removing a member works with. */
export interface RemovalParts {
  readonly db: Database;
  readonly access: Access;
  readonly administrators: AdministratorCompanies;
}

/** The use case of removing a member. */
export function createMemberRemoval({ db, access, administrators }: RemovalParts): RemoveMember {
  const moveOut = async (tx: Tx, { user }: Actor, id: number): Promise<Account> => {
    const accounts = await lockAccounts(tx, [user.userId, id]);
    // When two members remove each other, the later call fails: its caller is no longer a member.
    presentMember(accounts.get(user.userId), user);
    const member = accounts.get(id);
    if (member?.companyId !== user.companyId) throw new AppError('team.member_not_found');
    const companyId = newCompanyId(administrators);
    await insertCompany(tx, companyId);
    await setCompany(tx, id, companyId);
    // An invitation by the removed member lets no one in, and an old link does not let the member back in.
    await deleteInvitationsOf(tx, id);
    await deleteInvitationsTo(tx, user.companyId, member.email);
    await addMailJob(tx, { kind: 'member-removed', email: member.email });
    return member;
  };

  const removeOnce = (by: Actor, id: number): Promise<void> =>
    access.change(async (tx, announce) => {
      const { email } = await moveOut(tx, by, id);
      await announce(id, { endSessions: true });
      await record(tx, memberEntry(by, { action: 'member-removed', target: { id, email } }));
    });

  const remove = async (by: Actor, id: number): Promise<void> => {
    if (id === by.user.userId) throw new AppError('team.own_membership');
    await retryWhenCompanyIdTaken(() => removeOnce(by, id));
  };

  return (by, id) =>
    notingRefusal(db, by, { action: 'member-removed', target: { id } }, () => remove(by, id));
}
