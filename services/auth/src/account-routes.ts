import {
  getPasswordKey,
  getUser,
  sendVerificationMail,
  updateProfile,
  usersByIds,
  verifyEmail,
} from '@ridgeline/contracts';
import {
  changeOwnPassword,
  completePasswordReset,
  createAccount,
  endSessions,
  noteSignOut,
  requestPasswordReset,
  verifySignIn,
} from '@ridgeline/contracts/internal';
import { bindForUser, bindPublic, clientOrigin, type Router } from '@ridgeline/kit';
import { bindForGateway } from './bind-for-gateway.ts';
import type { PasswordChangeService } from './password-changes/password-change-service.ts';
import type { ResetService } from './password-changes/reset-service.ts';
import type { PasswordKey } from './passwords/password-key.ts';
import type { ProfileService } from './profile/profile-service.ts';
import type { RegistrationService } from './registration/registration-service.ts';
import type { SignInService } from './sign-in/sign-in-service.ts';
import type { VerificationService } from './verification/verification-service.ts';

/** Sign-in and the end of sessions, for the gateway that holds them. */
export function bindSignInRoutes(router: Router, signIns: SignInService): void {
  bindForGateway(router, verifySignIn, ({ body, origin }) => signIns.signIn(body, origin));
  bindForGateway(router, noteSignOut, async ({ body, origin }) => {
    await signIns.noteSignOut(body.userId, origin);
    return {};
  });
  bindForGateway(router, endSessions, async ({ body, origin }) => {
    await signIns.endSessions(body.userId, origin);
    return {};
  });
}

/** Registration, which the gateway throttles and turns into a session. */
export function bindRegistrationRoutes(router: Router, registrations: RegistrationService): void {
  bindForGateway(router, createAccount, ({ body, origin }) => registrations.register(body, origin));
}

/** Asking for a reset link and using it; the gateway throttles both. */
export function bindResetRoutes(router: Router, resets: ResetService): void {
  bindForGateway(router, requestPasswordReset, async ({ body, origin }) => {
    await resets.request(body.email, origin);
    return {};
  });
  bindForGateway(router, completePasswordReset, ({ body, origin }) => resets.complete(body, origin));
}

/** The public key for encrypting passwords, for everyone; changing one's own password, for the gateway. */
export function bindPasswordRoutes(
  router: Router,
  { passwordKey, changes }: { passwordKey: PasswordKey; changes: PasswordChangeService },
): void {
  bindPublic(router, getPasswordKey, () => passwordKey.publicKey);
  bindForGateway(router, changeOwnPassword, ({ body, origin }) => changes.change(body, origin));
}

/** Verifying one's own email, and having the link sent again. */
export function bindVerificationRoutes(router: Router, verifications: VerificationService): void {
  bindForUser(router, sendVerificationMail, async ({ user }) => {
    await verifications.sendAgain(user);
    return { message: 'We have sent you a link to verify your email address.' };
  });
  bindForUser(router, verifyEmail, ({ user, body, req }) =>
    verifications.verify(user, body, clientOrigin(req.headers)),
  );
}

/** The signed-in user, and the names of colleagues. */
export function bindProfileRoutes(router: Router, profiles: ProfileService): void {
  bindForUser(router, getUser, ({ user }) => profiles.current(user));
  bindForUser(router, updateProfile, ({ user, body, req }) =>
    profiles.change(user, body, clientOrigin(req.headers)),
  );
  bindForUser(router, usersByIds, ({ user, query }) => profiles.people(user, query.ids));
}
