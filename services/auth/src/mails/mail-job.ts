/** A mail that somebody is to get. What it says is made when it is sent, its token included. */
export type NewMailJob =
  | { readonly kind: 'password-reset'; readonly email: string }
  | { readonly kind: 'password-changed'; readonly email: string }
  /** With a link that shows that the mailbox is the account's. */
  | { readonly kind: 'email-verification'; readonly email: string }
  /** To somebody whom a colleague took out of the team. */
  | { readonly kind: 'member-removed'; readonly email: string }
  /** To the address that an account had, and to the one that it has now. */
  | { readonly kind: 'email-replaced' | 'email-assigned'; readonly email: string }
  | { readonly kind: 'invitation'; readonly email: string; readonly invitationId: number };

/** One mail of a digest: it tells what has stopped working of a company's connections. */
interface DigestJob {
  readonly kind: 'connections-stopped';
  readonly email: string;
  readonly digestId: number;
}

/** A job that a runner has taken. */
export type MailJob = (NewMailJob | DigestJob) & {
  readonly id: number;
  /** How often it was taken, this time included. */
  readonly attempts: number;
  readonly createdAt: Date;
};
