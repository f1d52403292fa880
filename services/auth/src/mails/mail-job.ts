import { createHash, randomBytes } from 'node:crypto';

/** A mail to send. Its text is written when it is sent, including the token. */
export type NewMailJob =
  | { readonly kind: 'password-reset'; readonly email: string }
  | { readonly kind: 'password-changed'; readonly email: string }
  /** With a link that shows that the mailbox is the account's. */
  | { readonly kind: 'email-verification'; readonly email: string }
  /** To a user whom a team member removed from the team. */
  | { readonly kind: 'member-removed'; readonly email: string }
  /** To the former and to the new address of an account. */
  | { readonly kind: 'email-replaced' | 'email-assigned'; readonly email: string }
  | { readonly kind: 'invitation'; readonly email: string; readonly invitationId: number };

/** One email of a digest, which reports the stopped parts of a company's connections. */
interface DigestJob {
  readonly kind: 'connections-stopped';
  readonly email: string;
  readonly digestId: number;
}

/** A job that a runner has taken. */
export type MailJob = (NewMailJob | DigestJob) & {
  readonly id: number;
  /** How often it was taken, including now. */
  readonly attempts: number;
  readonly createdAt: Date;
};

/** The secret of an emailed link: its form in the link, and its form in the database. */
export interface LinkToken {
  readonly token: string;
  readonly hash: Buffer;
}

/**
 * How a token is stored and looked up. A plain SHA-256 is enough: 256 random bits cannot be guessed, and the time of a
 * look-up by hash does not reveal how much of a wrong token is right.
 */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new secret of 256 random bits. */
export function newLinkToken(): LinkToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}
