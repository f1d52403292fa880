import type { ActivityAction } from '@ridgeline/contracts';
import { AppError, callerOf, clientOrigin, type UserIdentity } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { ErrorRequestHandler, Request } from 'express';
import { record, recordRead } from './audit-store.postgres.ts';

/** Records what administrators read about all companies, before they see it. */
export interface AdministratorReads {
  /** A page, which may be opened repeatedly: recorded once in a while. */
  looks(action: ActivityAction, user: UserIdentity, req: Request): Promise<void>;
  /** A file download: recorded each time. */
  takes(action: ActivityAction, user: UserIdentity, req: Request): Promise<void>;
}

export function administratorReads(db: Database): AdministratorReads {
  const noted =
    (write: typeof record): AdministratorReads['looks'] =>
    (action, { userId: id, companyId }, { headers }) => {
      const entry = {
        action,
        result: 'done',
        actor: { id },
        companyId,
        origin: clientOrigin(headers),
      } as const;
      return db.forSystem((tx) => write(tx, entry));
    };
  return { looks: noted(recordRead), takes: noted(record) };
}

/** Records that a user requested something forbidden; the error is passed on unchanged. */
export function auditDeniedAccess(db: Database): ErrorRequestHandler {
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
