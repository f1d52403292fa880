import { createTransport } from 'nodemailer';
import type { Mail } from './mail-writer.ts';

/** The mail server's final answer. A failure that a retry may fix is thrown instead. */
type Sent = { readonly outcome: 'sent' } | { readonly outcome: 'refused'; readonly reason: string };

/** Hands emails to a mail server. Emails in progress finish after disposal. */
export interface MailSender extends Disposable {
  /** Rejects when the server cannot be reached or asks to try again. */
  send(mail: Mail): Promise<Sent>;
}

/** Where emails are handed in: `smtp://` or `smtps://`, with user and password if there are any. */
export interface MailSenderOptions {
  readonly url: string;
  /** `Ridgeline <no-reply@...>`. */
  readonly from: string;
}

/** Only a rejected recipient is final: a rejected sender or password can be fixed. */
function finalReason(error: unknown): string | null {
  if (!(error instanceof Error) || !('permanent' in error) || !('command' in error)) return null;
  return error.permanent === true && error.command === 'RCPT TO' ? error.message : null;
}

/** Sends by SMTP over a few kept connections. */
export function createMailSender({ url, from }: MailSenderOptions): MailSender {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      idleTimeout: 10_000,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // An email contains only its own text: file paths and URLs in it are never loaded.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  return {
    send: async ({ to, subject, text, html }) => {
      try {
        // Passed as an object, so that nothing in it is parsed as a list of recipients.
        await transport.sendMail({ to: { name: '', address: to }, subject, text, html });
        return { outcome: 'sent' };
      } catch (error) {
        const reason = finalReason(error);
        if (reason === null) throw error;
        return { outcome: 'refused', reason };
      }
    },
    [Symbol.dispose]: () => transport.close(),
  };
}
