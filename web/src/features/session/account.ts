import type { User } from '@ridgeline/contracts';

/** How a session was left on purpose: here, after its expiry, after access came back, or in another tab. */
export type SignOutReason = 'signed-out' | 'expired' | 'restored' | 'elsewhere';

/** Whether input is kept: only after an expiry, not for a user who lost access in between. */
export const keepsDrafts = (how: SignOutReason): boolean => how === 'expired';

/** What this tab remembers about the signed-in user, in addition to the server's last answer. */
export interface Account {
  /** The last signed-in user, until they leave. */
  readonly known: User | null;
  /** How the last session was left, and the answer of that moment, which must not be trusted again. */
  readonly left: { readonly how: SignOutReason; readonly answer: User | null } | null;
  /** Another tab is signing out, so the end of the session is not an expiry. */
  readonly endsElsewhere: boolean;
}

export const noAccount: Account = { known: null, left: null, endsElsewhere: false };

/** The server's answer: a user, null when no one is signed in, undefined while there is none. */
export type Answer = User | null | undefined;

/** Applies an answer; returns the same account if nothing changed. */
export function withAnswer(account: Account, answer: Answer): Account {
  if (answer === null && account.known && account.endsElsewhere) return withDeparture('elsewhere', answer);
  if (!answer || answer === account.known || answer === account.left?.answer) return account;
  return { ...noAccount, known: answer };
}

/** Leaves the session on purpose. */
export function withDeparture(how: SignOutReason, answer: Answer): Account {
  return { ...noAccount, left: { how, answer: answer ?? null } };
}

/** Another tab is about to sign out, or could not. */
export function withEndElsewhere(account: Account, endsElsewhere: boolean): Account {
  return account.known ? { ...account, endsElsewhere } : account;
}

/** Whether a signed-in user's session ended: the server knows no user, but they did not sign out. */
export function hasEnded({ known }: Account, answer: Answer): boolean {
  return answer === null && known !== null;
}

/** The user to show pages to; still the known one while the dialog says that the session has ended. */
export function shownUser({ known, left }: Account, answer: Answer): User | null {
  return left && answer === left.answer ? null : (answer ?? known);
}

/** What a user with revoked access sees. */
export interface RevokedAccess {
  readonly reason: string;
  /** Whom to contact; null until a rejected call has said so. */
  readonly contact: string | null;
}

const unsaid = 'Access has been revoked';

/** What to tell a user with revoked access; null for all others. */
export function revokedAccess(user: User | null, contact: string | null): RevokedAccess | null {
  if (!user?.accessRevoked) return null;
  return { reason: user.accessRevokedReason?.trim() ? user.accessRevokedReason : unsaid, contact };
}
