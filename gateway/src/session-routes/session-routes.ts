import { login, logout, register, type ApiClient, type User } from '@ridgeline/contracts';
import { createAccount, verifySignIn } from '@ridgeline/contracts/internal';
import { AppError, bindPublic, requireJson, type Logger } from '@ridgeline/kit';
import express, { type Request, type RequestHandler, type Router } from 'express';
import type { Sessions } from '../sessions/sessions.ts';
import type { Attempt, AttemptThrottle } from './attempt-throttle.ts';
import { clientNetwork } from './client-network.ts';
import { relayedError } from './relayed-error.ts';

/** What signing in and out works with. */
export interface SessionRouteParts {
  readonly sessions: Sessions;
  /** Calls the auth service as the gateway. */
  readonly auth: ApiClient;
  readonly signIns: AttemptThrottle;
  readonly registrations: AttemptThrottle;
  /** Told at once when a session ended here. */
  readonly onSignOut: (sessionId: string) => void;
  readonly logger: Logger;
}

const nothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Decision 2: when both are missing there is one text for both; one alone has its own. */
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

const identityOf = ({ id, companyId, administrator }: User) => ({ userId: id, companyId, administrator });

function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : relayedError(error);
}

/** `POST /api/login`, `/api/register` and `/api/logout`. */
export function bindSessionRoutes(router: Router, parts: SessionRouteParts): void {
  const { sessions, auth, signIns, registrations, onSignOut, logger } = parts;
  const attemptOf = (req: Request, email: string): Attempt => ({ network: clientNetwork(req.ip), email });

  router.use([login.path, register.path, logout.path], requireJson, express.json({ limit: '100kb' }));
  router.use(register.path, requireEmailOrPassword);

  bindPublic(router, login, async ({ body, req }) => {
    const attempt = attemptOf(req, body.email);
    try {
      await signIns.count(attempt);
      const { user } = await auth(verifySignIn, { body }).catch(async (error: unknown) => {
        const relayed = relayedError(error);
        // Only a wrong password counts: an old key or a busy service is nobody's fault.
        if (relayed.code !== 'auth.wrong_credentials') await signIns.forgive(attempt);
        throw relayed;
      });
      await signIns.succeed(attempt);
      await sessions.signIn(req, identityOf(user), { rememberMe: body.rememberMe ?? false });
      return user;
    } catch (error) {
      throw asAppError(error);
    }
  });

  bindPublic(router, register, async ({ body, req }) => {
    try {
      await registrations.count(attemptOf(req, body.email));
      const { user } = await auth(createAccount, { body });
      await sessions.signIn(req, identityOf(user), { rememberMe: false });
      return user;
    } catch (error) {
      throw asAppError(error);
    }
  });

  bindPublic(router, logout, async ({ req, res }) => {
    const ended = await sessions.signOut(req, res);
    if (ended !== null) {
      onSignOut(ended);
      logger.info('A user signed out');
    }
    return { message: 'You have been logged out successfully.' };
  });
}
