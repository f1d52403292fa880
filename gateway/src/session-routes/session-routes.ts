import { changePassword, confirmAccessRevoked, login, register, resetPassword } from '@ridgeline/contracts';
import { noteRevocationRead } from '@ridgeline/contracts/internal';
import { bindForUser, requireJson, setCaller } from '@ridgeline/kit';
import express, { type RequestHandler, type Router } from 'express';
import { answeredHere } from '../answered-here.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { bindInvitationRoutes } from './invitation-routes.ts';
import { bindPasswordRoutes } from './password-routes.ts';
import { networkOf, onBehalfOf, type SessionRouteParts } from './session-parts.ts';
import { bindSignInRoutes } from './sign-in-routes.ts';

/** Tells the bindings of signed-in calls whose session it is. */
const callerIsSession: RequestHandler = (req, _res, next) => {
  const who = signedIn(req);
  if (who) setCaller(req, { kind: 'user', user: who.user });
  next();
};

/** A flood of calls that hash a password is refused before anything of them is read. */
function refuseBeyondRoom(router: Router, { throttles }: SessionRouteParts): void {
  const hashing = [
    [login, throttles.signIns],
    [register, throttles.registrations],
    [resetPassword, throttles.resets],
    [changePassword, throttles.passwordChanges],
  ] as const;
  for (const [{ path }, throttle] of hashing)
    router.post(path, (_req, _res, next) => {
      throttle.requireRoom();
      next();
    });
}

/**
 * The calls that make, change or end sessions, and those that anybody may make: the gateway answers them with the auth
 * service's help, and throttles them. Their bodies alone are read here; all others go through unread.
 */
export function bindSessionRoutes(router: Router, parts: SessionRouteParts): void {
  const { sessions, auth, throttles } = parts;
  refuseBeyondRoom(router, parts);
  const readBody = [requireJson, express.json({ limit: '100kb' })];
  // To the letter: what lies below one of these paths may be a service's, which needs the body unread.
  router.all([...answeredHere], sessions.middleware, readBody, callerIsSession);
  bindSignInRoutes(router, parts);
  bindPasswordRoutes(router, parts);
  bindInvitationRoutes(router, parts);

  bindForUser(router, confirmAccessRevoked, ({ user: { userId }, req }) =>
    throttles.confirmations.attempt({ network: networkOf(req), account: String(userId) }, () =>
      auth(noteRevocationRead, { body: { userId } }, onBehalfOf(req)),
    ),
  );
}
