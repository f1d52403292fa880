import { AppError, callerOf, clientOrigin } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { ErrorRequestHandler } from 'express';
import { record } from './audit-store.postgres.ts';

/** Leaves a line where a person asked for what is not for them; the refusal goes on as it is. */
export function noteDeniedAccess(db: Database): ErrorRequestHandler {
  return async (error: unknown, req, _res, next) => {
    const caller = callerOf(req);
    if (caller.kind === 'user' && error instanceof AppError && error.code === 'session.forbidden') {
      const { userId: id, companyId } = caller.user;
      const detail = `${req.method} ${req.path}`;
      const entry = { action: 'access-denied', result: 'refused', actor: { id }, companyId, detail } as const;
      await db.forSystem((tx) => record(tx, { ...entry, origin: clientOrigin(req.headers) }));
    }
    next(error);
  };
}
