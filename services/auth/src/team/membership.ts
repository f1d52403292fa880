import { AppError, type ClientOrigin, type UserIdentity } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { Account } from '../accounts/account.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';

/** A user who acts for themselves or their company. */
export interface Actor {
  readonly user: Pick<UserIdentity, 'userId' | 'companyId'>;
  readonly origin: ClientOrigin;
}

/** A line of what a member did. */
export function memberEntry(
  { user, origin }: Actor,
  what: Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'result' | 'target' | 'detail' | 'companyId'>>,
): AuditEntry {
  return { result: 'done', actor: { id: user.userId }, companyId: user.companyId, origin, ...what };
}

/** The acting user, if they are still in that company and have access; otherwise throws `session.missing`. */
export function presentMember(account: Account | null | undefined, { companyId }: Actor['user']): Account {
  if (account?.companyId !== companyId || account.accessRevoked) throw new AppError('session.missing');
  return account;
}

/** Does the work, and records a refusal in the trail, except for session and server errors. */
export async function notingRefusal<T>(
  db: Database,
  by: Actor,
  what: Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'target'>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof AppError &&
      !error.code.startsWith('session.') &&
      !error.code.startsWith('server.')
    ) {
      const refused = memberEntry(by, { ...what, result: 'refused', detail: error.text });
      await db.forSystem((tx) => record(tx, refused));
    }
    throw error;
  }
}
