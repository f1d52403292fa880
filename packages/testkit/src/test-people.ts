import { randomBytes } from 'node:crypto';
import { inviteColleague, type User } from '@ridgeline/contracts';
import { openApiSession, type ApiSession, type StackDescription } from '@ridgeline/devstack';
import { linkIn, mailTo } from './mail-sink.ts';
import type { TestCompany } from './test-company.ts';

/** A user who is signed in. */
export interface TestPerson {
  readonly user: User;
  readonly email: string;
  readonly password: string;
  readonly session: ApiSession;
}

const password = 'another-long-password';

/** Invites a user to a company, who registers with the link of the email. */
export async function newColleague(
  stack: Pick<StackDescription, 'gateway' | 'mail'>,
  company: Pick<TestCompany, 'session'>,
): Promise<TestPerson> {
  const email = `colleague-${randomBytes(5).toString('hex')}@roofing.example`;
  await company.session.callPatiently(inviteColleague, { body: { email } });
  const invitation = linkIn(await mailTo(stack, email, /invite/i)).searchParams.get('invitation') ?? '';
  const session = openApiSession(stack.gateway);
  const user = await session.register({ email, password, firstName: 'Col', lastName: 'League', invitation });
  return { user, email, password, session };
}

/** Signs the stack's administrator in. */
export async function signInAdministrator(
  stack: Pick<StackDescription, 'gateway' | 'signIns'>,
): Promise<TestPerson> {
  const admin = stack.signIns.find((signIn) => signIn.admin);
  if (!admin) throw new Error('The stack has no administrator');
  const session = openApiSession(stack.gateway);
  const user = await session.signIn(admin.email, admin.password);
  return { user, email: admin.email, password: admin.password, session };
}
