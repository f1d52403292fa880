import type { Endpoint, ProtectedPassword } from '@ridgeline/contracts';
import {
  changeOwnPassword,
  completePasswordReset,
  createAccount,
  endSessions,
  noteRevocationRead,
  noteSignOut,
  readAccess,
  readInvitation,
  requestPasswordReset,
  sendInvitation,
  verifySignIn,
} from '@ridgeline/contracts/internal';
import { AppError, bindForService, type Router, type ServiceCall } from '@ridgeline/kit';
import type { Seen } from './seen.ts';
import type { StubPeople } from './stub-people.ts';

function refuseWrong(
  { ciphertext }: ProtectedPassword,
  code: 'auth.wrong_credentials' | 'auth.current_password_wrong',
) {
  if (ciphertext === 'stale') throw new AppError('auth.password_key_stale');
  if (ciphertext !== 'right') throw new AppError(code);
}

/** The internal calls of the auth service, as far as the gateway looks at their answers. */
export function bindStubAuth(
  router: Router,
  { people, asked, hold }: { people: StubPeople; asked: Seen[]; hold: () => Promise<unknown> },
): void {
  const note = <E extends Endpoint>({ req, service, body }: ServiceCall<E>): void => {
    if (service !== 'gateway') throw new AppError('session.forbidden');
    asked.push({ path: req.originalUrl, headers: req.headers, user: null, body });
  };
  bindForService(router, verifySignIn, async (call) => {
    note(call);
    if (call.body.email.startsWith('slow')) await hold();
    refuseWrong(call.body.password, 'auth.wrong_credentials');
    return people.grant(call.body.email);
  });
  bindForService(router, createAccount, (call) => {
    note(call);
    if (call.body.password.ciphertext === 'easy') throw new AppError('auth.password_common');
    if (call.body.email.startsWith('taken')) throw new AppError('auth.email_taken');
    return people.grant(call.body.email);
  });
  bindForService(router, changeOwnPassword, (call) => {
    note(call);
    refuseWrong(call.body.currentPassword, 'auth.current_password_wrong');
    return people.renew(call.body.userId);
  });
  bindForService(router, endSessions, async (call) => {
    note(call);
    await people.renew(call.body.userId);
    return {};
  });
  bindForService(router, sendInvitation, (call) => {
    note(call);
    const { email } = call.body;
    if (email.startsWith('taken')) throw new AppError('auth.email_taken');
    const [invitedAt, expiresAt] = ['2029-12-25T00:00:00.000Z', '2030-01-01T00:00:00.000Z'];
    return { id: 5, email, invitedBy: 'Ann', invitedAt, expiresAt };
  });
  bindForService(router, readInvitation, (call) => {
    note(call);
    if (call.body.token !== 'good') throw new AppError('team.invitation_invalid');
    return { email: 'new@one.example', invitedBy: 'Ann', expiresAt: '2030-01-01T00:00:00.000Z' };
  });
  bindForService(router, readAccess, (call) => {
    if (call.service !== 'gateway') throw new AppError('session.forbidden');
    return people.accessOf(call.body.userId);
  });
  bindForService(router, noteRevocationRead, (call) => {
    note(call);
    return { message: 'Noted.' };
  });
  bindForService(router, completePasswordReset, (call) => {
    note(call);
    if (call.body.token === 'old') throw new AppError('auth.reset_link_expired');
    return { email: 'ann@one.example' };
  });
  for (const endpoint of [noteSignOut, requestPasswordReset])
    bindForService(router, endpoint, (call) => {
      note(call);
      return {};
    });
}
