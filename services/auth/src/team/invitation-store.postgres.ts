import type { Tx } from '@ridgeline/postgres';
import { displayName } from '../accounts/account.ts';

/** An invitation as stored, with its inviter. */
export interface StoredInvitation {
  readonly id: number;
  readonly companyId: string;
  readonly email: string;
  /** The inviter's name, or e-mail where no name is known. */
  readonly invitedBy: string;
  readonly inviterEmail: string;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
}

interface InvitationRow extends Omit<StoredInvitation, 'invitedBy'> {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const selected = `i.id, i.company_id as "companyId", i.email, i.invited_at as "invitedAt", i.expires_at as "expiresAt",
  u.email as "inviterEmail", u.first_name as "firstName", u.last_name as "lastName"`;

function toInvitation({ firstName, lastName, ...row }: InvitationRow): StoredInvitation {
  return { ...row, invitedBy: displayName({ firstName, lastName, email: row.inviterEmail }) };
}

/** The invitation whose link has this token, unless it is over; needs the system's scope. */
export async function findInvitationByToken(tx: Tx, tokenHash: Buffer): Promise<StoredInvitation | null> {
  const row = await tx.maybeOne<InvitationRow>(
    `select ${selected} from invitations i join users u on u.id = i.invited_by
     where i.token_hash = $1 and i.expires_at > now()`,
    [tokenHash],
  );
  return row ? toInvitation(row) : null;
}

/** Takes the invitation away, so that it is accepted once: of two that come at the same time one finds it. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer): Promise<StoredInvitation | null> {
  const row = await tx.maybeOne<InvitationRow>(
    `with i as (delete from invitations where token_hash = $1 and expires_at > now() returning *)
     select ${selected} from i join users u on u.id = i.invited_by`,
    [tokenHash],
  );
  return row ? toInvitation(row) : null;
}

/** Makes this token the one of the invitation's link, and answers the invitation; null when it is over or gone. */
export async function renewInvitationToken(
  tx: Tx,
  id: number,
  tokenHash: Buffer,
): Promise<StoredInvitation | null> {
  const row = await tx.maybeOne<InvitationRow>(
    `with i as (update invitations set token_hash = $2 where id = $1 and expires_at > now() returning *)
     select ${selected} from i join users u on u.id = i.invited_by`,
    [id, tokenHash],
  );
  return row ? toInvitation(row) : null;
}
