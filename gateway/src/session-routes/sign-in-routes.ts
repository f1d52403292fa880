import { login, logout, register, signOutEverywhere } from '@ridgeline/contracts';
import {
  createAccount,
  endSessions,
  noteSignOut,
  verifySignIn,
  type SessionGrant,
} from '@ridgeline/contracts/internal';
import { AppError, bindForUser, bindPublic } from '@ridgeline/kit';
import type { Attempt } from '@ridgeline/redis';
import type { Request, RequestHandler, Router } from 'express';
import { signedIn } from '../sessions/signed-in.ts';
import { endSession, networkOf, onBehalfOf, type SessionRouteParts } from './session-parts.ts';

/**
 * Verifies a password within all limits: the hashing limiters, sign-ins per network, wrong passwords per network, and wrong
 * passwords from all anonymous networks together. A network from which the account was signed in to before is not
 * anonymous, so that neither guesses nor crowds from elsewhere lock the owner out there.
 */
async function guardedSignIn<T>(
  {
    hashingLimiters,
    throttles,
    knownNetworks,
  }: Pick<SessionRouteParts, 'hashingLimiters' | 'throttles' | 'knownNetworks'>,
  attempt: Attempt,
  verify: () => Promise<T>,
): Promise<T> {
  const { signIns, wrongPasswords, anonymousPasswords } = throttles;
  const known = await knownNetworks.has(attempt);
  const tried = async (): Promise<T> => {
    const grant = await (known ? verify() : anonymousPasswords.attempt(attempt, verify));
    await knownNetworks.add(attempt);
    return grant;
  };
  return hashingLimiters.signIns.enter({ ...attempt, known }, () =>
    signIns.attempt(attempt, () => wrongPasswords.attempt(attempt, tried)),
  );
}

const nothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** If both are missing, one text covers both; a single missing field has its own text (docs/decisions.md, 2). */
const requireEmailOrPassword: RequestHandler = (req, _res, next) => {
  const { email, password } = (req.body ?? {}) as { email?: unknown; password?: unknown };
  if (nothing(email) && nothing(password)) {
    const fields = {
      email: new AppError('auth.email_required').text,
      password: new AppError('auth.password_required').text,
    };
    throw new AppError('auth.email_and_password_required', { fields });
  }
  next();
};

/** `POST /api/login`, `/api/register`, `/api/logout` and `/api/user/sign-out-everywhere`. */
export function bindSignInRoutes(router: Router, parts: SessionRouteParts): void {
  const { sessions, auth, throttles, hashingLimiters, knownNetworks, countSignIn, onSessionEnd, logger } =
    parts;

  const begin = async (req: Request, grant: SessionGrant, remembered: boolean): Promise<void> => {
    const before = await sessions.signIn(req, grant, { remembered });
    if (before !== null) onSessionEnd(before);
  };

  bindPublic(router, login, async ({ body, req }) => {
    const attempt = { network: networkOf(req), account: body.email };
    const grant = await countSignIn(() =>
      guardedSignIn(parts, attempt, () => auth(verifySignIn, { body }, onBehalfOf(req))),
    );
    await begin(req, grant, body.rememberMe ?? false);
    return grant.user;
  });

  router.use(register.path, requireEmailOrPassword);
  bindPublic(router, register, async ({ body, req }) => {
    const network = networkOf(req);
    const grant = await hashingLimiters.registrations.enter({ network, known: false }, () =>
      throttles.registrations.attempt({ network }, () => auth(createAccount, { body }, onBehalfOf(req))),
    );
    await knownNetworks.add({ network, account: body.email });
    await begin(req, grant, false);
    return grant.user;
  });

  bindPublic(router, logout, async ({ req, res }) => {
    const who = signedIn(req);
    await endSession(parts, req, res);
    if (who) {
      logger.info('A user signed out');
      // The session is over even if recording the sign-out fails.
      await auth(noteSignOut, { body: { userId: who.user.userId } }, onBehalfOf(req)).catch(
        (error: unknown) => logger.warn({ err: error }, 'A sign-out is missing in the audit trail'),
      );
    }
    return { message: 'You have been logged out successfully.' };
  });

  bindForUser(router, signOutEverywhere, async ({ user, req, res }) => {
    await auth(endSessions, { body: { userId: user.userId } }, onBehalfOf(req));
    await endSession(parts, req, res);
    return { message: 'You have been signed out everywhere.' };
  });
}
