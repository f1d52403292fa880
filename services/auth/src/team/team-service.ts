import { inviteColleague, type Invitation, type Team } from '@ridgeline/contracts';
import { AppError, type ClientOrigin, type UserIdentity, fieldError } from '@ridgeline/kit';
import { createOnce, type Tx, type Database } from '@ridgeline/postgres';
import { findAccountByEmail, listAccounts, lockAccount } from '../accounts/account-store.postgres.ts';
import type { Account } from '../accounts/account.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { addMailJob } from '../mails/mail-job-store.postgres.ts';
import {
  countOtherInvitations,
  deleteInvitation,
  listInvitations,
  saveInvitation,
  type StoredInvitation,
} from './invitation-store.postgres.ts';
import { notingRefusal } from './membership.ts';
import { openInvitation } from './invitation.ts';

/** What the page shows that an invitation's link opens. */
type OpenedInvitation = Pick<Invitation, 'email' | 'invitedBy' | 'expiresAt'>;

/** A member, and the company that they act for. */
type Colleague = Pick<UserIdentity, 'companyId' | 'userId'>;

/** The people of one company and those it invites. */
export interface TeamService {
  list(identity: Colleague): Promise<Team>;
  /**
   * Invites by email, or again with a new link. Throws `team.inviter_unverified`, `auth.email_taken` and
   * `team.invitations_full`. A repeated key within 24 hours returns the first call's answer; with another body it throws
   * `request.key_reused`.
   */
  invite(
    identity: Colleague,
    body: { readonly email: string },
    call: { readonly origin: ClientOrigin; readonly idempotencyKey: string | null },
  ): Promise<Invitation>;
  /** Throws `team.invitation_not_found`. */
  withdraw(identity: Colleague, id: number, origin: ClientOrigin): Promise<void>;
  /** The inviter, and the company that the invitation is for; throws `team.invitation_invalid` and `team.account_exists`. */
  open(token: string): Promise<OpenedInvitation>;
}

/** What teams work with. `reading` is for what people only read, and can wait for. */
export interface TeamParts {
  readonly db: Database;
  readonly reading: Database;
}

const endpoint = `${inviteColleague.method} ${inviteColleague.path}`;
const maxInvitations = 50;

function toInvitation({ id, email, invitedBy, invitedAt, expiresAt }: StoredInvitation): Invitation {
  return { id, email, invitedBy, invitedAt: invitedAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

function toMember({
  id,
  email,
  firstName,
  lastName,
  accessRevoked,
  createdAt,
}: Account): Team['members'][number] {
  return { id, email, firstName, lastName, accessRevoked, joinedAt: createdAt.toISOString() };
}

/** The use cases of teams. */
export function createTeamService({ db, reading }: TeamParts): TeamService {
  const note = (
    tx: Tx,
    { companyId, userId }: Colleague,
    action: AuditEntry['action'],
    email: string,
    origin: ClientOrigin,
  ): Promise<void> =>
    record(tx, {
      action,
      result: 'done',
      actor: { id: userId },
      target: { id: null, email },
      companyId,
      origin,
    });

  const inviteNow = async (
    tx: Tx,
    identity: Colleague,
    email: string,
    origin: ClientOrigin,
  ): Promise<Invitation> => {
    const { companyId, userId: inviterId } = identity;
    // A user who was just moved or revoked must not leave an invitation behind; the lock orders the two transactions.
    const inviter = await lockAccount(tx, inviterId);
    if (inviter?.companyId !== companyId || inviter.accessRevoked) throw new AppError('session.missing');
    if (!inviter.emailVerified) throw new AppError('team.inviter_unverified');
    if ((await countOtherInvitations(tx, companyId, email)) >= maxInvitations)
      throw new AppError('team.invitations_full');
    const invitation = await saveInvitation(tx, { companyId, email, inviterId });
    await addMailJob(tx, { kind: 'invitation', email, invitationId: invitation.id });
    await note(tx, identity, 'invitation-sent', email, origin);
    return toInvitation(invitation);
  };

  return {
    list: async ({ companyId }) => {
      const [accounts, invitations] = await reading.forCompany(companyId, async (tx) => [
        await listAccounts(tx, companyId),
        await listInvitations(tx, companyId),
      ]);
      return { members: accounts.map(toMember), invitations: invitations.map(toInvitation) };
    },

    invite: (identity, body, { origin, idempotencyKey }) => {
      const { companyId } = identity;
      const { email } = body;
      const by = { user: identity, origin };
      const what = { action: 'invitation-sent', target: { id: null, email } } as const;
      return createOnce(db, { companyId, endpoint, key: idempotencyKey, body }, (store) =>
        notingRefusal(db, by, what, async () => {
          // Searched across all companies, which a transaction in the scope of one company cannot see.
          if (await db.forSystem((tx) => findAccountByEmail(tx, email)))
            throw fieldError('email', 'auth.email_taken');
          return store((tx) => inviteNow(tx, identity, email, origin));
        }),
      );
    },

    withdraw: (identity, id, origin) =>
      db.forCompany(identity.companyId, async (tx) => {
        const email = await deleteInvitation(tx, identity.companyId, id);
        if (email === null) throw new AppError('team.invitation_not_found');
        await note(tx, identity, 'invitation-withdrawn', email, origin);
      }),

    open: async (token) => toInvitation(await db.forSystem((tx) => openInvitation(tx, token))),
  };
}
