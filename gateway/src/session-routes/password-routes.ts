import { changePassword, forgotPassword, resetPassword } from '@ridgeline/contracts';
import {
  changeOwnPassword,
  completePasswordReset,
  requestPasswordReset,
} from '@ridgeline/contracts/internal';
import { bindForUser, bindPublic } from '@ridgeline/kit';
import type { Router } from 'express';
import { requireSignedIn } from '../sessions/signed-in.ts';
import { networkOf, onBehalfOf, type SessionRouteParts } from './session-parts.ts';

/** `POST /api/forgot-password`, `/api/reset-password` and `/api/user/change-password`. */
export function bindPasswordRoutes(router: Router, parts: SessionRouteParts): void {
  const { sessions, auth, throttles, hashingLimiters, knownNetworks, onSessionEnd } = parts;

  bindPublic(router, forgotPassword, async ({ body, req }) => {
    const attempt = { network: networkOf(req), account: body.email };
    const known = await knownNetworks.has(attempt);
    const request = () => auth(requestPasswordReset, { body }, onBehalfOf(req));
    await throttles.resetRequests.attempt(attempt, () =>
      known ? request() : throttles.anonymousResetEmails.attempt(attempt, request),
    );
    return {
      message: 'If your email is registered, you will receive instructions to reset your password.',
    };
  });

  bindPublic(router, resetPassword, async ({ body, req }) => {
    const network = networkOf(req);
    const { email } = await hashingLimiters.resets.enter({ network, known: false }, () =>
      throttles.resets.attempt({ network }, () => auth(completePasswordReset, { body }, onBehalfOf(req))),
    );
    // A user who was stopped after wrong guesses, and then asked for the mail, can sign in with the new password.
    await throttles.wrongPasswords.forget({ network, account: email });
    await knownNetworks.add({ network, account: email });
    return { message: 'Your password has been reset. Please sign in with the new one.' };
  });

  bindForUser(router, changePassword, async ({ body, user, req }) => {
    const { userId } = user;
    const { remembered } = requireSignedIn(req).session;
    const attempt = { network: networkOf(req), account: String(userId) };
    const grant = await hashingLimiters.passwordChanges.enter({ ...attempt, known: true }, () =>
      throttles.passwordChanges.attempt(attempt, () =>
        auth(changeOwnPassword, { body: { ...body, userId } }, onBehalfOf(req)),
      ),
    );
    // Every session of the account has ended by now; the user who knew the password continues in a new one.
    const before = await sessions.signIn(req, grant, { remembered });
    if (before !== null) onSessionEnd(before);
    return { message: 'Your password has been changed.' };
  });
}
