import type { ActivityAction } from '@ridgeline/contracts';
import { clientOrigin, type UserIdentity } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { Request } from 'express';
import { record, recordRead } from './audit-store.postgres.ts';

/** Leaves lines of what administrators see of all companies, before they see it. */
export interface AdministratorReads {
  /** A page that may be looked at again and again: one line in a while. */
  looks(action: ActivityAction, user: UserIdentity, req: Request): Promise<void>;
  /** A file that is taken: a line each time. */
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
