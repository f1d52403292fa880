import type { Database } from '@ridgeline/postgres';
import { findAccountByEmail } from '../accounts/account-store.postgres.ts';
import { readDigest } from '../alerts/digest-store.postgres.ts';
import { newLinkToken, type MailJob } from '../mails/mail-job.ts';
import { storeResetToken } from '../password-changes/reset-store.postgres.ts';
import { renewInvitationToken } from '../team/invitation-store.postgres.ts';
import { storeVerificationToken } from '../verification/verification-store.postgres.ts';
import {
  emailAssignedTemplate,
  emailReplacedTemplate,
  invitationTemplate,
  memberRemovedTemplate,
  passwordChangedTemplate,
  resetTemplate,
  verificationTemplate,
} from './email-templates.ts';
import { connectionsStoppedTemplate } from './connections-stopped-template.ts';
import { renderEmail, type EmailTemplate, type RenderedEmail } from './render-email.ts';

/** An email that is ready to send. */
export interface Mail extends RenderedEmail {
  readonly to: string;
}

/**
 * Writes the email of a job; null when there is nothing to send (any more). Tokens are created here and exist only in the
 * email: the database holds their hashes.
 */
export type MailWriter = (job: MailJob) => Promise<Mail | null>;

/** Emails that only report what happened to an account. */
const noticeTemplates = {
  'password-changed': passwordChangedTemplate,
  'email-replaced': emailReplacedTemplate,
  'email-assigned': emailAssignedTemplate,
  'member-removed': memberRemovedTemplate,
} as const;

/** Writes emails whose links start with the configured base URL, never with a value from a request. */
export function createMailWriter({ db, publicUrl }: { db: Database; publicUrl: string }): MailWriter {
  const link = (parameters: Record<string, string>): string => {
    const url = new URL('/auth', publicUrl);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };

  const reset = async (email: string): Promise<Mail | null> => {
    const { token, hash } = newLinkToken();
    const account = await db.forSystem(async (tx) => {
      const found = await findAccountByEmail(tx, email);
      if (found) await storeResetToken(tx, found.id, hash);
      return found;
    });
    if (!account) return null;
    const url = link({ token, userId: String(account.id) });
    // Sent to the account's address, not to the spelling that a user typed.
    return mail(account.email, resetTemplate({ email: account.email, url }));
  };

  const verification = async (email: string): Promise<Mail | null> => {
    const { token, hash } = newLinkToken();
    const account = await db.forSystem(async (tx) => {
      const found = await findAccountByEmail(tx, email);
      if (!found || found.emailVerified) return null;
      await storeVerificationToken(tx, found.id, hash);
      return found;
    });
    if (!account) return null;
    const url = link({ verification: token });
    return mail(account.email, verificationTemplate({ email: account.email, url }));
  };

  const invitation = async (id: number): Promise<Mail | null> => {
    const { token, hash } = newLinkToken();
    const invited = await db.forSystem((tx) => renewInvitationToken(tx, id, hash));
    if (!invited) return null;
    const { email, expiresAt, invitedBy, inviterEmail } = invited;
    const inviter = { name: invitedBy, email: inviterEmail };
    const url = link({ invitation: token });
    return mail(email, invitationTemplate({ email, inviter, expiresAt, url }));
  };

  const connectionsStopped = async (digest: { email: string; digestId: number }): Promise<Mail | null> => {
    const told = await db.forSystem((tx) => readDigest(tx, digest));
    if (!told) return null;
    const linkTo = (connectionId: number | null): string =>
      new URL(connectionId === null ? '/connections' : `/connections/${connectionId}`, publicUrl).href;
    return mail(digest.email, connectionsStoppedTemplate({ ...told, email: digest.email, linkTo }));
  };

  return (job) => {
    switch (job.kind) {
      case 'password-reset':
        return reset(job.email);
      case 'email-verification':
        return verification(job.email);
      case 'invitation':
        return invitation(job.invitationId);
      case 'connections-stopped':
        return connectionsStopped(job);
      case 'password-changed':
      case 'email-replaced':
      case 'email-assigned':
      case 'member-removed': {
        const { email, createdAt: at } = job;
        return Promise.resolve(mail(email, noticeTemplates[job.kind]({ email, at, url: link({}) })));
      }
    }
  };
}

function mail(to: string, template: EmailTemplate): Mail {
  return { to, ...renderEmail(template) };
}
