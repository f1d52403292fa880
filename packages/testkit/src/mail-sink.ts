import type { StackDescription } from '@ridgeline/devstack';
import { eventually } from './eventually.ts';

/** An email as the sink received it. */
export interface ReceivedMail {
  readonly id: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

/** Every email that an address has received, newest first. */
export async function mailsTo(stack: Pick<StackDescription, 'mail'>, email: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${stack.mail.http}/api/messages?to=${encodeURIComponent(email)}`);
  if (!response.ok) throw new Error(`The mail sink answered ${response.status}`);
  const { messages } = (await response.json()) as { messages: ReceivedMail[] };
  return messages;
}

/** Waits for the newest email to an address whose subject matches. */
export function mailTo(
  stack: Pick<StackDescription, 'mail'>,
  email: string,
  subject: RegExp,
): Promise<ReceivedMail> {
  return eventually(
    async () => {
      const found = (await mailsTo(stack, email)).find((mail) => subject.test(mail.subject));
      if (!found) throw new Error('It has not arrived');
      return found;
    },
    { within: 15_000, what: `a mail to ${email} on ${subject.source}` },
  );
}

/** The link of an email, as a user would follow it from the plain text. */
export function linkIn({ text }: ReceivedMail): URL {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error('There is no link in the mail');
  return new URL(link);
}
