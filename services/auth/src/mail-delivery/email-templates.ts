import { writtenText } from '@ridgeline/contracts';
import { holdsAddress, written, type EmailTemplate } from './render-email.ts';

/** An account, and the link that its owner is to open. */
interface AccountLink {
  readonly email: string;
  readonly url: string;
}

/** The same, for something that happened to the account at a given time. */
interface Notice extends AccountLink {
  readonly at: Date;
}

/** With the link that sets a new password. */
export function resetTemplate({ email, url }: AccountLink): EmailTemplate {
  return {
    subject: 'Reset your Ridgeline password',
    heading: 'Set a new password',
    paragraphs: [`Someone requested a password reset for the Ridgeline account ${email}.`],
    action: { label: 'Set new password', url },
    notes: [
      'The link works once, for 30 minutes. A newer mail like this one replaces it.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
  };
}

/** With the link that shows that the mailbox belongs to the account. */
export function verificationTemplate({ email, url }: AccountLink): EmailTemplate {
  return {
    subject: 'Verify your email address for Ridgeline',
    heading: 'Verify your email address',
    paragraphs: [
      `Someone, hopefully you, created the Ridgeline account ${email}. Open the link where you are signed in to it, and your team can invite you and you can invite others.`,
    ],
    action: { label: 'Verify email address', url },
    notes: [
      'The link works once, for 24 hours. A newer mail like this one replaces it.',
      'If it was not you, ignore this email: without your password or this link no one can act in your name.',
    ],
  };
}

/** Notifies a user that a team member removed them from the team. */
export function memberRemovedTemplate({ email, at, url }: Notice): EmailTemplate {
  return {
    subject: 'You were removed from your team on Ridgeline',
    heading: 'You were removed from your team',
    paragraphs: [
      `A team member removed the Ridgeline account ${email} from its team on ${written(at)}. The team's connections and migrations stay with the team. Your account continues in a company of its own.`,
    ],
    action: { label: 'Sign in', url },
    notes: ['If you did not expect this, ask your team to invite you again.'],
  };
}

/** Notifies the owner of an account that its password was changed. */
export function passwordChangedTemplate({ email, at, url }: Notice): EmailTemplate {
  return {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of the Ridgeline account ${email} was changed on ${written(at)}. Everyone who was signed in with the old one is signed out.`,
    ],
    action: { label: 'Sign in', url },
    notes: [
      "If you did not expect this, choose 'Forgot your password?' on the sign-in page immediately, and tell your administrator.",
    ],
  };
}

/** Notifies the former mailbox that the account has a new address, without naming it. */
export function emailReplacedTemplate({ email, at, url }: Notice): EmailTemplate {
  return {
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      `An administrator gave the Ridgeline account ${email} another email address on ${written(at)}. Sign in with the new one from now on; your password stays as it is.`,
    ],
    action: { label: 'Sign in', url },
    notes: ['If you did not expect this, tell your administrator immediately.'],
  };
}

/** Notifies the new mailbox that it now belongs to an account. */
export function emailAssignedTemplate({ email, at, url }: Notice): EmailTemplate {
  return {
    subject: 'This is your email address for Ridgeline now',
    heading: 'This is your email address for Ridgeline now',
    paragraphs: [
      `An administrator gave your Ridgeline account the email address ${email} on ${written(at)}. Sign in with it from now on; your password stays as it is.`,
    ],
    action: { label: 'Sign in', url },
    notes: ['If you have no account with Ridgeline, ignore this email: it was sent by mistake.'],
  };
}

const maxMailedNameLength = 40;

/**
 * A name that is safe in a mail to another person. Where it does not look like one, the inviter's email replaces
 * it, so that no one can use our emails for a message of their own: a name is at most 40 characters long, has no
 * digits (no telephone numbers, no sums), no part of an address or a link, and no character that changes the text direction.
 */
function mailedName({ name, email }: { name: string; email: string }): string {
  const looksLikeName =
    Array.from(name).length <= maxMailedNameLength &&
    !/\p{N}/u.test(name) &&
    !holdsAddress(name) &&
    writtenText.test(name);
  return looksLikeName ? name : email;
}

/** Invites a user to an inviter's company. */
export function invitationTemplate(invitation: {
  readonly email: string;
  readonly inviter: { readonly name: string; readonly email: string };
  readonly expiresAt: Date;
  readonly url: string;
}): EmailTemplate {
  const { email, inviter, expiresAt, url } = invitation;
  const name = mailedName(inviter);
  const known = name === inviter.email ? name : `${name} (${inviter.email})`;
  return {
    subject: `${name} invites you to Ridgeline`,
    heading: 'Join your team on Ridgeline',
    paragraphs: [`${known} invites you to work together on Ridgeline, which links AccuLynx with HubSpot.`],
    action: { label: 'Accept the invitation', url },
    notes: [
      `The invitation is for ${email}. The link works once, until ${written(expiresAt)}.`,
      'If you do not know the sender, leave this mail alone: nothing happens.',
    ],
  };
}
