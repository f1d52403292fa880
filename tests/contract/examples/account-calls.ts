import { randomBytes } from 'node:crypto';
import {
  acceptInvitation,
  changePassword,
  forgotPassword,
  getPasswordKey,
  getTeam,
  getUser,
  inviteColleague,
  login,
  logout,
  openInvitation,
  openOwnInvitation,
  register,
  removeMember,
  resetPassword,
  signOutEverywhere,
  updateProfile,
  verifyEmail,
  withdrawInvitation,
} from '@ridgeline/contracts';
import { openApiSession, type ApiSession } from '@ridgeline/devstack';
import { linkIn, mailTo, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Recorder } from './recorder.ts';

const password = 'maple-kettle-tuesday';
const secondPassword = 'kettle-tuesday-maple';

/** The parameter of the link in the newest email to an address. */
async function fromMail(email: string, subject: RegExp, parameter: string): Promise<string> {
  return linkIn(await mailTo(stackOfTests(), email, subject)).searchParams.get(parameter) ?? '';
}

/** A user who was invited registers an account of their own, verifies its email and accepts. */
async function joinTeam(recorder: Recorder, company: TestCompany, session: ApiSession, email: string) {
  await recorder.call(company.session, inviteColleague, { body: { email } });
  const token = await fromMail(email, /invite/i, 'invitation');
  await recorder.call(session, openInvitation, { body: { token } });
  await recorder.call(session, getPasswordKey);
  const user = await recorder.call(session, register, {
    body: { email, password: await session.protect(password), firstName: 'Olga', lastName: 'Reyes' },
  });
  recorder.rename(user.companyId, 'co_olga');
  const verification = await fromMail(email, /verify/i, 'verification');
  await recorder.call(session, verifyEmail, { body: { token: verification } });
  await recorder.call(session, openOwnInvitation, { body: { token } });
  return recorder.call(session, acceptInvitation, { body: { token } });
}

/** Passwords and sessions of an account. */
async function changeAccount(recorder: Recorder, session: ApiSession, email: string): Promise<void> {
  await recorder.call(session, getUser);
  await recorder.call(session, updateProfile, { body: { firstName: 'Olga', lastName: 'Reyes-Hale' } });
  await recorder.call(session, changePassword, {
    body: {
      currentPassword: await session.protect(password),
      newPassword: await session.protect(secondPassword),
    },
  });
  await recorder.call(session, logout);
  await recorder.call(session, forgotPassword, { body: { email } });
  const { searchParams } = linkIn(await mailTo(stackOfTests(), email, /reset your/i));
  await recorder.call(session, resetPassword, {
    body: {
      token: searchParams.get('token') ?? '',
      userId: searchParams.get('userId') ?? '',
      password: await session.protect(password),
    },
  });
  await recorder.call(session, login, { body: { email, password: await session.protect(password) } });
  await recorder.call(session, signOutEverywhere);
}

/** Account and team: a user joins, changes their data and is removed. */
export async function callAccount(recorder: Recorder, company: TestCompany): Promise<void> {
  const slug = randomBytes(5).toString('hex');
  const [email, other] = [`olga-${slug}@roofing.example`, `other-${slug}@roofing.example`];
  recorder.rename(email, 'olga@brazos-roofing.example');
  recorder.rename(other, 'other@brazos-roofing.example');
  const session = openApiSession(stackOfTests().gateway);
  const user = await joinTeam(recorder, company, session, email);
  await changeAccount(recorder, session, email);
  const { id } = await company.session.call(inviteColleague, { body: { email: other } });
  await recorder.call(company.session, getTeam);
  await recorder.call(company.session, withdrawInvitation, { params: { id: String(id) } });
  await recorder.call(company.session, removeMember, { params: { id: String(user.id) } });
}
