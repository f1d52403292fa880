import type { Tx } from '@ridgeline/postgres';
import { accountColumns } from '../accounts/account-store.postgres.ts';
import type { Account } from '../accounts/account.ts';

/** Raises the version of a user's access and, with `endSessions`, the epoch of the sessions. */
export function raiseAccessVersion(tx: Tx, userId: number, endSessions: boolean): Promise<Account> {
  return tx.one<Account>(
    `update users
     set access_version = access_version + 1, session_epoch = session_epoch + $2::int, updated_at = now()
     where id = $1 returning ${accountColumns}`,
    [userId, endSessions ? 1 : 0],
  );
}
