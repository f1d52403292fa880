import type { Request, RequestHandler } from 'express';
import type { Caller } from '../identity/identity-token.ts';
import { createIdentityVerifier, type IdentityVerifierOptions } from '../identity/identity-verifier.ts';
import { withLogContext, type LogContext } from '../logger.ts';

declare module 'express-serve-static-core' {
  interface Request {
    caller?: Caller;
  }
}

/** The caller according to the signed token; anonymous without a valid one. */
export function callerOf(req: Request): Caller {
  return req.caller ?? { kind: 'anonymous' };
}

/** Sets the caller; for servers that know it by other means than a signed token (the gateway, by its sessions). */
export function setCaller(req: Request, caller: Caller): void {
  req.caller = caller;
}

/** The ids of the caller, for log lines; none for visitors and services. */
export function callerInLogs(req: Request): Pick<LogContext, 'userId' | 'companyId'> {
  const caller = callerOf(req);
  if (caller.kind !== 'user') return {};
  const { userId, companyId } = caller.user;
  return { userId, companyId };
}

/** Reads the signed identity of a request. A missing or bad token makes the caller anonymous; the binding decides. */
export function readCaller(options: IdentityVerifierOptions): RequestHandler {
  const verify = createIdentityVerifier(options);
  return async (req, _res, next) => {
    const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
    const caller = token ? await verify(token) : null;
    if (!caller) {
      next();
      return;
    }
    setCaller(req, caller);
    withLogContext(callerInLogs(req), next);
  };
}
