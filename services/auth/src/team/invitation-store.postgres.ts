import type { Tx } from '@ridgeline/postgres';
import { displayName } from '../accounts/account.ts';

/** An invitation as stored, with its inviter. */
export interface StoredInvitation {
  readonly id: number;
  readonly companyId: string;
  readonly email: string;
  /** The inviter's name, or email where no name is known. */
  readonly invitedBy: string;
  readonly inviterEmail: string;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
  /** Its email now has an account, through this invitation or not: it is no longer listed, and lets no one in. */
  readonly closed: boolean;
  /** It was accepted, and lets no one in again. */
  readonly accepted: boolean;
}

interface InvitationRow extends Omit<StoredInvitation, 'invitedBy'> {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const selected = `i.id, i.company_id as "companyId", i.email, i.invited_at as "invitedAt", i.expires_at as "expiresAt",
  i.closed, i.accepted, u.email as "inviterEmail", u.first_name as "firstName", u.last_name as "lastName"`;

function toInvitation({ firstName, lastName, ...row }: InvitationRow): StoredInvitation {
  return { ...row, invitedBy: displayName({ firstName, lastName, email: row.inviterEmail }) };
}

/** The invitation whose link has this token, unless it is over, closed ones too; needs the system's scope. */
export async function findInvitationByToken(tx: Tx, tokenHash: Buffer): Promise<StoredInvitation | null> {
  const row = await tx.maybeOne<InvitationRow>(
    `select ${selected} from invitations i join users u on u.id = i.invited_by
     where i.token_hash = $1 and i.expires_at > now()`,
    [tokenHash],
  );
  return row ? toInvitation(row) : null;
}

/** Accepts and closes an invitation, exactly once: of two concurrent calls only one finds it. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer): Promise<StoredInvitation | null> {
  const row = await tx.maybeOne<InvitationRow>(
    `with i as (
       update invitations set closed = true, accepted = true
       where token_hash = $1 and expires_at > now() and not closed returning *
     )
     select ${selected} from i join users u on u.id = i.invited_by`,
    [tokenHash],
  );
  return row ? toInvitation(row) : null;
}

/** Records that the existing account with its email accepted an invitation; of two concurrent calls only one gets true. */
export async function acceptClosedInvitation(tx: Tx, id: number): Promise<boolean> {
  const taken = await tx.query(
    `update invitations set closed = true, accepted = true where id = $1 and not accepted returning 1`,
    [id],
  );
  return taken.length > 0;
}

/** Deletes a company's invitations of an email: a removed user does not come back by an old link. */
export async function deleteInvitationsTo(tx: Tx, companyId: string, email: string): Promise<void> {
  await tx.query('delete from invitations where company_id = $1 and lower(email) = lower($2)', [
    companyId,
    email,
  ]);
}

/** Makes this token the one of the invitation's link, and answers the invitation; null when it is over, closed or gone. */
export async function renewInvitationToken(
  tx: Tx,
  id: number,
  tokenHash: Buffer,
): Promise<StoredInvitation | null> {
  const row = await tx.maybeOne<InvitationRow>(
    `with i as (update invitations set token_hash = $2 where id = $1 and expires_at > now() and not closed returning *)
     select ${selected} from i join users u on u.id = i.invited_by`,
    [id, tokenHash],
  );
  return row ? toInvitation(row) : null;
}

/** How long an invitation's link works. */
const lifetime = `interval '7 days'`;

/** The company's open invitations, the newest first. */
export async function listInvitations(tx: Tx, companyId: string): Promise<StoredInvitation[]> {
  const rows = await tx.query<InvitationRow>(
    `select ${selected} from invitations i join users u on u.id = i.invited_by
     where i.company_id = $1 and not i.closed order by i.invited_at desc, i.id desc`,
    [companyId],
  );
  return rows.map(toInvitation);
}

/**
 * Invites, or invites again: then the days count again and the earlier link stops working. The link itself is made when
 * the mail is.
 */
export async function saveInvitation(
  tx: Tx,
  { companyId, email, inviterId }: { companyId: string; email: string; inviterId: number },
): Promise<StoredInvitation> {
  const row = await tx.one<InvitationRow>(
    `with i as (
       insert into invitations (company_id, email, invited_by, expires_at) values ($1, $2, $3, now() + ${lifetime})
       on conflict (company_id, lower(email)) do update
         set invited_by = excluded.invited_by, invited_at = now(), expires_at = excluded.expires_at, token_hash = null,
           closed = false, accepted = false
       returning *
     )
     select ${selected} from i join users u on u.id = i.invited_by`,
    [companyId, email, inviterId],
  );
  return toInvitation(row);
}

/**
 * How many open invitations the company has, not counting this email. Locks the company, so that concurrent invitations are
 * counted one after another.
 */
export async function countOtherInvitations(tx: Tx, companyId: string, email: string): Promise<number> {
  await tx.query('select 1 from companies where company_id = $1 for no key update', [companyId]);
  const { others } = await tx.one<{ others: number }>(
    `select count(*)::int as others from invitations
     where company_id = $1 and lower(email) <> lower($2) and not closed`,
    [companyId, email],
  );
  return others;
}

/** Withdraws an open invitation of the company and answers its email; null when the company has none of this id. */
export async function deleteInvitation(tx: Tx, companyId: string, id: number): Promise<string | null> {
  const row = await tx.maybeOne<{ email: string }>(
    'delete from invitations where company_id = $1 and id = $2 and not closed returning email',
    [companyId, id],
  );
  return row?.email ?? null;
}

/** Closes the invitations of all companies for an email that now has an account; needs the system's scope. */
export async function closeInvitationsFor(tx: Tx, email: string): Promise<void> {
  await tx.query('update invitations set closed = true where lower(email) = lower($1)', [email]);
}

/** Deletes all invitations by a user who leaves the company, and returns how many of them were open. */
export async function deleteInvitationsOf(tx: Tx, inviterId: number): Promise<number> {
  const gone = await tx.query<{ closed: boolean }>(
    'delete from invitations where invited_by = $1 returning closed',
    [inviterId],
  );
  return gone.filter(({ closed }) => !closed).length;
}
