import { verifyEmail, type User } from '@ridgeline/contracts';
import { retry, retryEvery } from '@ridgeline/kit';
import type { ApiSession } from './api-session.ts';

const withinMs = 15_000;

interface SinkAnswer {
  readonly messages: readonly { readonly text: string }[];
}

/** The token of the newest verification email to an address; rejects while none has arrived at the mail sink. */
async function tokenFor(mailHttp: string, email: string): Promise<string> {
  const answer = await fetch(`${mailHttp}/api/messages?to=${encodeURIComponent(email)}`);
  const { messages } = (await answer.json()) as SinkAnswer;
  for (const { text } of messages) {
    const [, token] = /\/auth\?verification=([\w-]+)/.exec(text) ?? [];
    if (token !== undefined) return token;
  }
  throw new Error(`No mail to verify ${email} arrived within ${withinMs} ms`);
}

/** Opens the link of the email that registration sends, as the user would, in the session of the account. */
export async function verifyByMail(
  session: Pick<ApiSession, 'callPatiently'>,
  mail: { readonly http: string },
  { email }: Pick<User, 'email'>,
): Promise<User> {
  const deadline = performance.now() + withinMs;
  const token = await retry(retryEvery(25), () => tokenFor(mail.http, email), {
    shouldRetry: () => performance.now() < deadline,
  });
  return session.callPatiently(verifyEmail, { body: { token } });
}
